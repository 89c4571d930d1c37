package dev.cosmosblog.store.internal.cosmos;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Passes one container's changes to a handler; hosts share its ranges. Starts and stops once. */
public interface ChangeProcessor {
  /**
   * The times in which a host polls, takes, renews and loses leases, and the batches' size.
   *
   * @param startTime asked at the start; if the leases are new, changes from then on are passed, or
   *     from the beginning if it is empty
   * @param ownThreads whether the batches are handled on threads that no other processor uses
   */
  record Settings(
      String hostName,
      String leasePrefix,
      Duration pollInterval,
      int batchSize,
      Duration acquire,
      Duration renew,
      Duration expiration,
      Supplier<Optional<Instant>> startTime,
      boolean ownThreads) {
    /** From the beginning, on the SDK's threads. */
    public Settings(
        String hostName,
        String leasePrefix,
        Duration pollInterval,
        int batchSize,
        Duration acquire,
        Duration renew,
        Duration expiration) {
      this(
          hostName,
          leasePrefix,
          pollInterval,
          batchSize,
          acquire,
          renew,
          expiration,
          Optional::empty,
          false);
    }
  }

  /** A range, its host, and how many changes are not handled yet; a transaction counts as one. */
  record RangeState(String range, Optional<String> host, long lag) {}

  /** A range's lease. Each write changes the ETag; nothing handled is an empty continuation. */
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

  /** Throws where the leases container or the client's consistency is unfit: one request. */
  void checkLeases();

  /** Returns the progress of the source's indexes in percent, if it is told: one read. */
  default OptionalInt indexProgress() {
    return OptionalInt.empty();
  }

  /** Starts, and returns when the leases exist. */
  void start();

  /** Returns whether it was started and not stopped; its loops may have ended. */
  boolean isRunning();

  /** Makes no pause between batches until the returned task runs: somebody waits for the copies. */
  default Runnable hurry() {
    return () -> {};
  }

  /** Gives the leases back within a time; leases that are not given back expire. */
  void stop(Duration timeout);

  /**
   * After the stop, waits for requests that it has left under way, and ends the threads: a client
   * that is closed next has nothing to cut off.
   */
  default void close(Duration timeout) {}

  /** Returns the states of all ranges, over all hosts; none before the first start. */
  List<RangeState> states();

  /** Reads the leases of all ranges by range, over all hosts: one query. */
  Map<String, Lease> leases();
}
