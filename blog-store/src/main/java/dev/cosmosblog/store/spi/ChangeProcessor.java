package dev.cosmosblog.store.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes one container's changes to a handler, and shares the container's ranges with the
 * processors of other hosts. It is started and stopped once.
 */
public interface ChangeProcessor {
  /**
   * The settings of a processor.
   *
   * @param leases the leases, by which hosts share the ranges
   * @param viewStart for a view, the time from which it gets changes if its leases are new;
   *     evaluated at the start, and empty for all changes. Null for the copies, which get all
   *     changes
   */
  record Settings(
      String hostName,
      LeaseTimes leases,
      Duration pollInterval,
      int batchSize,
      @Nullable Supplier<Optional<Instant>> viewStart) {}

  /** The prefix of the leases, and when a host takes, renews and loses one. */
  record LeaseTimes(String prefix, Duration acquire, Duration renew, Duration expiration) {}

  /** A range, its host, and its number of unhandled changes; a transaction counts as one. */
  record RangeState(String range, Optional<String> host, long lag) {}

  /** A range's lease. Each write changes the ETag. The continuation is empty at the beginning. */
  record Lease(
      String range,
      Optional<String> owner,
      String etag,
      Optional<String> continuation,
      String feedRange) {
    public boolean heldBy(String host) {
      return owner.filter(host::equals).isPresent();
    }
  }

  /** Throws if the leases container or the client's consistency is unsuitable: one request. */
  void checkLeases();

  /**
   * Returns the progress of the container's indexes in percent, if the service reports it: one
   * read.
   */
  default OptionalInt indexProgress() {
    return OptionalInt.empty();
  }

  /** Starts, and returns when the leases exist. */
  void start();

  /** Returns whether it was started and not stopped; its loops may have ended. */
  boolean isRunning();

  /** Disables pauses between batches until the returned task runs. */
  default Runnable hurry() {
    return () -> {};
  }

  /** Releases the leases; returns whether all were released in time. The others expire. */
  boolean stop(Duration timeout);

  /**
   * Waits after a stop for requests in progress, and ends the threads, so that a client that is
   * closed next doesn't cut off any request.
   */
  default void close(Duration timeout) {}

  /** Returns the states of all ranges, over all hosts; empty before the first start. */
  List<RangeState> states();

  /** Reads the leases of all ranges by range, over all hosts: one query. */
  Map<String, Lease> leases();
}
