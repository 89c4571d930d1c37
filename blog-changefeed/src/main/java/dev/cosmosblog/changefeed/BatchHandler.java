package dev.cosmosblog.changefeed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.MalformedItemException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Schedulers;

/** Reads a batch of changed items, sets aside what can't be handled, and hands the rest on. */
final class BatchHandler {
  private static final Logger LOG = LoggerFactory.getLogger(BatchHandler.class);

  private final SourceFeed feed;
  private final ChangeHandlers handlers;
  private final SourceMonitor monitor;
  private final Aside aside;
  private final Clock clock;
  private final Duration longest;

  BatchHandler(
      ChangeHandlers handlers, SourceMonitor monitor, Aside aside, Clock clock, Duration longest) {
    this.feed = monitor.feed();
    this.handlers = handlers;
    this.monitor = monitor;
    this.aside = aside;
    this.clock = clock;
    this.longest = longest;
  }

  /** A stored item with what its change means. */
  private record Read(JsonNode item, List<BlogChange> changes) {}

  void handle(List<JsonNode> items) {
    long start = System.nanoTime();
    String key = key(items);
    monitor.batchBegun();
    try {
      refuseNonBlockingThread();
      int setAside = handleEach(items);
      Duration duration = Duration.ofNanos(System.nanoTime() - start);
      monitor.batchDone(key, new BatchReport(feed, items.size(), setAside, duration));
    } catch (UnfinishedException e) {
      LOG.info("A batch in {} goes on when it comes again: {}", feed, e.getMessage());
      monitor.batchInterrupted();
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("A batch of {} changes in {} failed and comes again", items.size(), feed, e);
      monitor.batchFailed(key, e);
      throw e;
    }
  }

  /**
   * The SDK's PartitionProcessorImpl hands changes over on its blocking scheduler, but where an
   * answer is fast and the thread that asked is slow, on that one, which also drives the SDK's
   * timers. To wait there may be to wait for oneself; so the batch comes again, when its lease is
   * taken again.
   */
  private static void refuseNonBlockingThread() {
    if (Schedulers.isInNonBlockingThread()) {
      throw new UnfinishedException("It came on a thread that must not wait.");
    }
  }

  /** Puts nothing off any more. */
  void hurry() {
    handlers.hurry();
  }

  /** A batch that comes again begins with the same item, unless that was changed meanwhile. */
  private String key(List<JsonNode> items) {
    return items.isEmpty() ? "" : BlogItem.of(feed, items.get(0)).toString();
  }

  private int handleEach(List<JsonNode> items) {
    List<Read> batch = items.stream().flatMap(item -> read(item).stream()).toList();
    return items.size() - batch.size() + handleAll(batch);
  }

  private Optional<Read> read(JsonNode item) {
    try {
      return Optional.of(new Read(item, ItemReader.read(feed, item)));
    } catch (MalformedItemException e) {
      aside.put(BlogItem.of(feed, item), e);
      return Optional.empty();
    }
  }

  /**
   * Handles a batch as one. Where one of its items can't be handled, or a stored item that it leads
   * to (an author, a copy), the batch would come again for ever: then each is handled by itself.
   * That ends in time for the lease: what was handled takes little when the batch comes again.
   */
  private int handleAll(List<Read> batch) {
    Instant until = clock.instant().plus(longest);
    try {
      handlers.handle(batch.stream().flatMap(one -> one.changes().stream()).toList());
      return 0;
    } catch (RuntimeException e) {
      LOG.debug("A batch in {} is handled change by change", feed, ChangeHandlers.ofItem(e));
      return (int) batch.stream().filter(one -> !handleAlone(one, until)).count();
    }
  }

  private boolean handleAlone(Read one, Instant until) {
    if (clock.instant().isAfter(until)) {
      throw new UnfinishedException("Its changes take long one by one.");
    }
    Optional<RuntimeException> failure = handlers.handleAlone(one.changes());
    failure.ifPresent(reason -> aside.put(BlogItem.of(feed, one.item()), reason));
    return failure.isEmpty();
  }
}
