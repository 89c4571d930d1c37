package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.internal.handler.BatchUnfinishedException;
import dev.cosmosblog.changefeed.internal.handler.BlogChange;
import dev.cosmosblog.changefeed.internal.handler.ChangeHandler;
import dev.cosmosblog.changefeed.internal.handler.ChangeHandlers;
import dev.cosmosblog.changefeed.internal.handler.DeadLetterSink;
import dev.cosmosblog.changefeed.internal.handler.RecentEntries;
import dev.cosmosblog.changefeed.internal.handler.TimeLimit;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.BatchReport;
import dev.cosmosblog.changefeed.observe.ChangeFeedListener.BatchScope;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.internal.cosmos.SdkService;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Schedulers;

/** Handles a container's batches, and dead-letters items that can't be handled. */
public final class BatchHandler {
  private static final Logger LOG = LoggerFactory.getLogger(BatchHandler.class);

  private final ChangeHandlers handlers;
  private final SourceMonitor monitor;
  private final DeadLetterSink deadLetters;
  private final CostMeter costs;
  private final TimeLimit time;

  /**
   * The dead letters of unfinished batches. They are left out when their batch is redelivered;
   * otherwise, finding many bad items again would leave no time for the next ones. Guarded by
   * itself.
   */
  private final Set<ItemState> passedOver = Collections.newSetFromMap(RecentEntries.create());

  /**
   * @param time the time after which the remaining parts of a batch aren't handled
   */
  public BatchHandler(
      ChangeHandlers handlers,
      SourceMonitor monitor,
      DeadLetterSink deadLetters,
      CostMeter costs,
      TimeLimit time) {
    this.handlers = handlers;
    this.monitor = monitor;
    this.deadLetters = deadLetters;
    this.costs = costs;
    this.time = time;
  }

  private static final int MAX_DELIVERIES = 10;

  private record ReadItem(StoredItem item, List<BlogChange> changes) {}

  /** A state of an item, identified by its ETag. */
  private record ItemState(ItemPlace place, String etag) {}

  public SourceMonitor monitor() {
    return monitor;
  }

  Clock clock() {
    return time.clock();
  }

  /**
   * Handles a batch that isn't redelivered automatically, on a slow machine in several parts.
   * Throws if it isn't finished after {@value #MAX_DELIVERIES} deliveries.
   */
  public void handleNow(List<StoredItem> items) {
    for (int delivery = 1; true; delivery++) {
      try {
        handle(items);
        return;
      } catch (BatchUnfinishedException e) {
        if (delivery == MAX_DELIVERIES) {
          throw SdkService.translate("handle changes", e);
        }
      }
    }
  }

  void handle(List<StoredItem> items) {
    BatchScope scope = monitor.begin(items);
    Runnable exit = scope.enter();
    costs.beginBatch(scope);
    boolean handled = false;
    try {
      handleCounted(items);
      handled = true;
    } finally {
      costs.endBatch();
      exit.run();
      scope.end(handled);
    }
  }

  private void handleCounted(List<StoredItem> items) {
    long start = System.nanoTime();
    ChangeSource source = monitor.source();
    // A redelivered batch begins with the same item, unless that was changed meanwhile.
    String key = items.isEmpty() ? "" : place(items.get(0)).toString();
    Instant begun = monitor.batchBegun();
    try {
      // The SDK's PartitionProcessorImpl usually passes changes on a scheduler whose threads may
      // block. But if a response arrives before the requesting thread subscribes, it uses the
      // requesting thread, which also runs the SDK's timers: blocking it could deadlock.
      if (Schedulers.isInNonBlockingThread()) {
        throw new BatchUnfinishedException("The batch arrived on a non-blocking thread.");
      }
      List<ReadItem> batch = items.stream().flatMap(item -> read(item).stream()).toList();
      int bad = items.size() - batch.size() + handleAll(batch);
      items.forEach(item -> passedOver.remove(state(item)));
      Duration duration = Duration.ofNanos(System.nanoTime() - start);
      BatchReport report = new BatchReport(source, items.size(), bad, costs.batch(), duration);
      monitor.batchDone(begun, key, report);
      monitor.outages().works(monitor.name());
    } catch (BatchUnfinishedException e) {
      LOG.info("A batch of {} continues when it is redelivered", monitor.name());
      LOG.debug("It isn't finished: {}", e.getMessage());
      monitor.batchUnfinished(begun);
      throw e;
    } catch (RuntimeException | Error e) {
      RuntimeException failure = exception(e);
      String what = "A batch of %d changes of %s failed and is redelivered";
      if (!monitor.outages().covers(monitor.name(), failure)) {
        ChangeHandler.warn(LOG, what.formatted(items.size(), monitor.name()), failure);
      }
      monitor.batchFailed(begun, key, failure);
      throw failure;
    }
  }

  /**
   * Wraps an error, because the SDK's DefaultObserver handles only exceptions, and an error would
   * end the range's loop.
   */
  private static RuntimeException exception(Throwable failure) {
    return failure instanceof RuntimeException exception
        ? exception
        : new IllegalStateException("An error ended a batch: " + failure, failure);
  }

  /** Forgets unfinished batches, like a new host. */
  public void forget() {
    passedOver.clear();
    handlers.all().forEach(ChangeHandler::forget);
  }

  void stopWaiting() {
    handlers.all().forEach(ChangeHandler::stopWaiting);
  }

  boolean awaitWritten(Deadline deadline) throws InterruptedException {
    boolean written = true;
    for (ChangeHandler handler : handlers.all()) {
      written &= handler.awaitWritten(deadline.left());
    }
    return written;
  }

  void close() {
    handlers.all().forEach(ChangeHandler::close);
  }

  private ItemPlace place(StoredItem item) {
    return item.place(DeadLetterRecords.container(monitor.source()));
  }

  private ItemState state(StoredItem item) {
    return new ItemState(place(item), item.etag());
  }

  private Optional<ReadItem> read(StoredItem item) {
    if (passedOver.contains(state(item))) {
      return Optional.empty();
    }
    try {
      return Optional.of(new ReadItem(item, handlers.read(monitor.source(), item)));
    } catch (MalformedItemException e) {
      deadLetter(item, e);
      return Optional.empty();
    }
  }

  /** Handles a batch as a whole, and returns the number of dead-lettered items. */
  private int handleAll(List<ReadItem> batch) {
    Instant end = time.end();
    List<BlogChange> changes = changes(batch);
    try {
      handlers.handle(changes);
      return 0;
    } catch (RuntimeException e) {
      return handleHalves(batch, end, e);
    }
  }

  /**
   * Handles the halves of a failed batch, to find and dead-letter the item at fault. Otherwise, an
   * item that can't be handled, or whose author or copy can't, would cause the batch to be
   * redelivered forever. The other items are handled together as far as possible, because a full
   * batch that is handled item by item would take longer than its lease allows. Finding one bad
   * item of n takes 2 log n tries.
   */
  private int handleHalves(List<ReadItem> batch, Instant end, RuntimeException failure) {
    RuntimeException cause = ChangeHandler.causedByItem(failure);
    LOG.debug("{} changes of {} are handled in halves", batch.size(), monitor.name(), cause);
    if (batch.size() <= 1) {
      return (int) batch.stream().filter(one -> !handleAlone(one, end)).count();
    }
    int half = batch.size() / 2;
    return handlePart(batch.subList(0, half), end)
        + handlePart(batch.subList(half, batch.size()), end);
  }

  private int handlePart(List<ReadItem> part, Instant end) {
    if (part.size() == 1) {
      return handleAlone(part.get(0), end) ? 0 : 1;
    }
    checkTime(end);
    List<BlogChange> changes = changes(part);
    try {
      handlers.handlePart(changes);
      return 0;
    } catch (RuntimeException e) {
      return handleHalves(part, end, e);
    }
  }

  private static List<BlogChange> changes(List<ReadItem> batch) {
    return batch.stream().flatMap(one -> one.changes().stream()).toList();
  }

  private void checkTime(Instant end) {
    if (time.isOver(end)) {
      throw new BatchUnfinishedException("Handling the batch in parts exceeded the time limit.");
    }
  }

  private boolean handleAlone(ReadItem one, Instant end) {
    checkTime(end);
    Optional<RuntimeException> failure = handlers.handleItem(one.changes());
    failure.ifPresent(reason -> deadLetter(one.item(), reason));
    return failure.isEmpty();
  }

  /** If the record can't be written, the batch is redelivered, so that no item is lost. */
  private void deadLetter(StoredItem item, RuntimeException reason) {
    deadLetters.add(place(item), item.textOf("userId").orElse(""), reason);
    passedOver.add(state(item));
  }
}
