package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.observe.ChangeFeedHealth.SourceHealth;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag.RangeLag;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.spi.ChangeProcessor;
import dev.cosmosblog.store.spi.ChangeProcessor.Lease;
import dev.cosmosblog.store.spi.ChangeProcessor.RangeState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the change feed processor of one container, replaces it on a restart, waits for the batches
 * in flight when it stops, and measures the lag over all hosts.
 */
public final class ChangeFeedProcessorRunner {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeFeedProcessorRunner.class);

  /** The time for releasing leases. If the SDK reads no ranges, it doesn't release leases. */
  private static final Duration RESTART_TIMEOUT = Duration.ofSeconds(3);

  /** The time for releasing leases that remains after waiting for batches. */
  private static final Duration LEAST_STOP_TIME = Duration.ofSeconds(1);

  /** The time after their deadline in which all processors together must end. */
  private static final Duration MAX_OVERTIME = Duration.ofSeconds(2);

  /** The time for a poll in flight, which gets no response if the account is unreachable. */
  private static final Duration MAX_POLL_TIME = Duration.ofSeconds(5);

  private final Function<Consumer<List<StoredItem>>, ChangeProcessor> processors;
  private final BatchHandler handler;
  private final SourceMonitor monitor;
  private final ItemReads items;
  private final Supplier<Optional<Instant>> startTime;

  /** Replaced by the watchdog, and read by any thread. */
  private volatile ChangeProcessor processor;

  /** Whether the last start has returned, and so all ranges have leases. */
  private volatile boolean hasLeases;

  /** Used by the watchdog's thread alone. */
  private int probes;

  // Guarded by this.
  private int inFlight;
  private boolean refusing;

  /**
   * @param startTime where a processor without leases starts; empty for the beginning
   */
  public ChangeFeedProcessorRunner(
      Function<Consumer<List<StoredItem>>, ChangeProcessor> processors,
      BatchHandler handler,
      ItemReads items,
      Supplier<Optional<Instant>> startTime) {
    this.processors = processors;
    this.handler = handler;
    this.monitor = handler.monitor();
    this.items = items;
    this.startTime = startTime;
    this.processor = processors.apply(this::handle);
  }

  void handle(List<StoredItem> items) {
    synchronized (this) {
      if (refusing) {
        throw new CancellationException("The change feed is closing; the batch is redelivered.");
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

  public void checkLeases() {
    processor.checkLeases();
  }

  /** Reports an index that is being built: one request. */
  public void checkIndex() {
    monitor.indexProgress(processor.indexProgress());
  }

  /**
   * Reads from the next of the held ranges, because the SDK reports neither changes that it can't
   * read nor those that wait. A range that fails is read again at the next check, so that a success
   * of another range doesn't clear its problem. Returns the lease of the range if it has a waiting
   * change.
   */
  Optional<Lease> probe(List<Lease> held) {
    checkIndex();
    if (held.isEmpty()) {
      return Optional.empty();
    }
    Lease next = held.get(probes % held.size());
    Optional<Instant> oldest = oldest(next);
    monitor.oldestUnhandled(next.range(), oldest);
    probes++;
    return oldest.map(written -> next);
  }

  /** Returns once the processor runs or was stopped meanwhile. */
  public void start() {
    hasLeases = false;
    processor.start();
    hasLeases = true;
    synchronized (this) {
      if (!refusing) {
        return;
      }
    }
    // It was stopped before the processor existed.
    processor.stop(LEAST_STOP_TIME);
    processor.close(LEAST_STOP_TIME);
  }

  /** Disables pauses between batches until the returned task runs. */
  public Runnable hurry() {
    return processor.hurry();
  }

  boolean isRunning() {
    return processor.isRunning();
  }

  /** A batch that the stalled processor is still handling is handled twice, like after any move. */
  void restart() {
    processor.stop(RESTART_TIMEOUT);
    // Doesn't wait for polls, because the client stays open, and a hanging poll may be the reason
    // for the restart.
    processor.close(Duration.ZERO);
    processor = processors.apply(this::handle);
    start();
  }

  /** Rejects new batches; those in flight stop postponing writes. */
  public void refuseBatches() {
    synchronized (this) {
      refusing = true;
    }
    handler.stopWaiting();
  }

  /**
   * Stops by a deadline; returns whether all batches in flight ended by then. The handler stays
   * open, because others may share it.
   */
  public boolean stop(Deadline deadline) {
    refuseBatches();
    boolean ended = false;
    try {
      // A lease is released when its batch has ended: a batch that is cut off is redelivered.
      ended = awaitNoneInFlight(deadline) && handler.awaitWritten(deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Duration left = deadline.left();
    Duration overtime = shorter(LEAST_STOP_TIME, deadline.plus(MAX_OVERTIME).left());
    if (!processor.stop(left.compareTo(overtime) > 0 ? left : overtime)) {
      LOG.info("The leases of {} were not released in time; they expire", monitor.name());
    }
    return ended;
  }

  /** After the stop, ends the threads of a batch that was cut off. */
  public void closeHandler() {
    handler.close();
  }

  /** Returns whether all changes that this host has handled are written. */
  public boolean isWritten() throws InterruptedException {
    return handler.awaitWritten(Deadline.after(Duration.ZERO));
  }

  /** Returns the deadline until which all processors that are stopped now wait for polls. */
  public static Deadline ofPolls(Deadline deadline) {
    return Deadline.after(shorter(MAX_POLL_TIME, deadline.plus(MAX_OVERTIME).left()));
  }

  /** After the stop, waits for the SDK's polls that are still in flight. */
  public void awaitPolls(Deadline ofPolls) {
    processor.close(ofPolls.left());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
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

  SourceMonitor monitor() {
    return monitor;
  }

  public SourceHealth health() {
    return monitor.health();
  }

  List<RangeState> states() {
    return processor.states();
  }

  Map<String, Lease> leases() {
    return processor.leases();
  }

  /**
   * Costs one query of the leases and a request for each range; never 0 while leases are missing.
   */
  public long unhandled() {
    return statesOrMissing().stream().mapToLong(RangeState::lag).sum();
  }

  /**
   * Returns the states of all ranges. While leases may be missing, one more state without a name
   * represents the ranges that no host reads, with one change.
   */
  private List<RangeState> statesOrMissing() {
    boolean complete = hasLeases;
    List<RangeState> states = states();
    if (complete && !states.isEmpty()) {
      return states;
    }
    List<RangeState> all = new ArrayList<>(states);
    all.add(new RangeState("", Optional.empty(), 1));
    return all;
  }

  /** Returns the lag of each range; a range that lags costs one more request, for the age. */
  public List<RangeLag> lag() {
    List<RangeState> states = statesOrMissing();
    boolean behind = states.stream().anyMatch(state -> state.lag() > 0);
    Map<String, Lease> leases = behind ? leases() : Map.of();
    return states.stream().map(state -> lag(state, leases.get(state.range()))).toList();
  }

  private RangeLag lag(RangeState state, @Nullable Lease lease) {
    Optional<Instant> oldest = state.lag() == 0 || lease == null ? Optional.empty() : oldest(lease);
    long seconds =
        oldest
            .map(written -> Duration.between(written, handler.clock().instant()).toSeconds())
            .orElse(0L);
    Duration age = Duration.ofSeconds(Math.max(0, seconds));
    return new RangeLag(monitor.source(), state.range(), state.host(), state.lag(), age);
  }

  /** A lease that was never written has no position. */
  private boolean isOfTheView(Instant written) {
    return startTime.get().map(written::isAfter).orElse(true);
  }

  private Optional<Instant> oldest(Lease lease) {
    BlogContainer container = DeadLetterRecords.container(monitor.source());
    String continuation = lease.continuation().orElse(null);
    return items.changes(container, lease.feedRange(), continuation, 1).items().stream()
        .findFirst()
        .map(item -> Instant.ofEpochSecond(item.writtenAt()))
        .filter(written -> continuation != null || isOfTheView(written));
  }
}
