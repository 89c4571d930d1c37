package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.changefeed.observe.RangeLag;
import dev.cosmosblog.store.internal.cosmos.ChangeProcessor;
import dev.cosmosblog.store.internal.cosmos.ChangeProcessor.Lease;
import dev.cosmosblog.store.internal.cosmos.ChangeProcessor.RangeState;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the change feed processor of one container: starts it, replaces it by a new one on a
 * restart, counts the batches in flight and waits for them when it stops, and measures the lag over
 * all hosts.
 */
public final class ChangeFeedProcessorRunner {
  private static final Duration RESTART_TIMEOUT = Duration.ofSeconds(5);

  /** The time for giving leases back that is left after every wait for batches. */
  private static final Duration LEAST_STOP_TIME = Duration.ofSeconds(1);

  private final Function<Consumer<List<StoredItem>>, ChangeProcessor> processors;
  private final BatchHandler handler;
  private final ChangeSource source;
  private final ItemReads items;
  private final Clock clock;

  /** Replaced by the watchdog, read by every thread that asks or stops. */
  private volatile ChangeProcessor processor;

  /** Guarded by this. */
  private int inFlight;

  /** Guarded by this. */
  private boolean refusing;

  /** Creates a runner that makes its processors by a function of their handler. */
  public ChangeFeedProcessorRunner(
      Function<Consumer<List<StoredItem>>, ChangeProcessor> processors,
      BatchHandler handler,
      ChangeSource source,
      ItemReads items,
      Clock clock) {
    this.processors = processors;
    this.handler = handler;
    this.source = source;
    this.items = items;
    this.clock = clock;
    this.processor = processors.apply(this::handle);
  }

  /** Handles one batch, on the processor's thread. */
  void handle(List<StoredItem> items) {
    synchronized (this) {
      if (refusing) {
        throw new CancellationException(
            "The change feed is closing; the batch is delivered again.");
      }
      inFlight++;
    }
    try {
      handler.handle(items);
    } finally {
      synchronized (this) {
        inFlight--;
        notifyAll();
      }
    }
  }

  /** Checks that the leases container and the client serve a processor: one request. */
  public void checkLeases() {
    processor.checkLeases();
  }

  /** Returns when the processor runs, or when it was stopped meanwhile and so does not run. */
  public void start() {
    processor.start();
    if (isRefusing()) {
      // It was stopped before there was anything to stop.
      processor.stop(LEAST_STOP_TIME);
    }
  }

  /** Returns whether the processor was started and not stopped; its loops may have ended. */
  boolean isRunning() {
    return processor.isRunning();
  }

  /**
   * Replaces a processor that has stalled. A batch that the old one still handles is handled twice,
   * as after any move of a lease.
   */
  public void restart() {
    processor.stop(RESTART_TIMEOUT);
    processor = processors.apply(this::handle);
    start();
  }

  /** Begins no new batch; those in flight postpone nothing. */
  public void refuseBatches() {
    synchronized (this) {
      refusing = true;
    }
    handler.stopWaiting();
  }

  private synchronized boolean isRefusing() {
    return refusing;
  }

  /**
   * Begins no new batch, waits for the batches in flight, and gives the leases back; returns
   * whether all batches ended in time.
   */
  public boolean stop(Duration timeout) {
    Deadline deadline = Deadline.after(timeout);
    refuseBatches();
    boolean ended = false;
    try {
      // A lease is given back when its batch has ended: a batch that is cut off is delivered again.
      ended = awaitNoneInFlight(deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Duration left = deadline.left();
    processor.stop(left.compareTo(LEAST_STOP_TIME) > 0 ? left : LEAST_STOP_TIME);
    // A batch that was cut off finds no thread for the rest of its work.
    handler.close();
    return ended;
  }

  private synchronized boolean awaitNoneInFlight(Deadline deadline) throws InterruptedException {
    while (inFlight > 0) {
      long millis = deadline.left().toMillis();
      if (millis == 0) {
        return false;
      }
      wait(millis);
    }
    return true;
  }

  /** Returns the state of each range on all hosts; none before the first start. */
  List<RangeState> states() {
    return processor.states();
  }

  /** Reads the leases of all ranges by range, over all hosts: one query. */
  Map<String, Lease> leases() {
    return processor.leases();
  }

  /**
   * Counts the changes that are not handled: a query of the leases and a request for each range.
   */
  public long unhandled() {
    return states().stream().mapToLong(RangeState::lag).sum();
  }

  /** Returns the lag of each range; a range that lags costs one more request, for the age. */
  public List<RangeLag> lag() {
    List<RangeState> states = states();
    boolean behind = states.stream().anyMatch(state -> state.lag() > 0);
    Map<String, Lease> leases = behind ? leases() : Map.of();
    return states.stream().map(state -> lag(state, leases.get(state.range()))).toList();
  }

  private RangeLag lag(RangeState state, @Nullable Lease lease) {
    Duration age =
        state.lag() == 0 || lease == null
            ? Duration.ZERO
            : oldest(lease)
                .map(written -> Duration.between(written, clock.instant()))
                .filter(found -> !found.isNegative())
                .map(found -> Duration.ofSeconds(found.toSeconds()))
                .orElse(Duration.ZERO);
    return new RangeLag(source, state.range(), state.host().orElse(null), state.lag(), age);
  }

  /** Returns when the first change behind a lease's progress was written, if there is one now. */
  private Optional<Instant> oldest(Lease lease) {
    BlogContainer container = SetAsideRecords.container(source);
    String continuation = lease.continuation().orElse(null);
    return items.changes(container, lease.feedRange(), continuation, 1).items().stream()
        .findFirst()
        .map(item -> Instant.ofEpochSecond(item.writtenAt()));
  }
}
