package dev.cosmosblog.changefeed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.MalformedItemException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a batch of changed items, sets aside what can't be read, and hands the rest on. */
final class BatchHandler {
  private static final Logger LOG = LoggerFactory.getLogger(BatchHandler.class);

  private final SourceFeed feed;
  private final List<ChangeHandler> handlers;
  private final SourceMonitor monitor;

  BatchHandler(List<ChangeHandler> handlers, SourceMonitor monitor) {
    this.feed = monitor.feed();
    this.handlers = List.copyOf(handlers);
    this.monitor = monitor;
  }

  /** A stored item with what its change means. */
  private record Read(JsonNode item, List<BlogChange> changes) {}

  void handle(List<JsonNode> items) {
    long start = System.nanoTime();
    String key = key(items);
    monitor.batchBegun();
    try {
      int setAside = handleEach(items);
      Duration duration = Duration.ofNanos(System.nanoTime() - start);
      monitor.batchDone(key, new BatchReport(feed, items.size(), setAside, duration));
    } catch (RuntimeException e) {
      LOG.warn("A batch of {} changes in {} failed and comes again", items.size(), feed, e);
      monitor.batchFailed(key, e);
      throw e;
    }
  }

  /** A batch that comes again begins with the same item, unless that was changed meanwhile. */
  private String key(List<JsonNode> items) {
    return items.isEmpty()
        ? ""
        : ItemReader.partition(feed, items.get(0)) + '/' + ItemReader.id(items.get(0));
  }

  private int handleEach(List<JsonNode> items) {
    List<Read> batch = items.stream().flatMap(item -> read(item).stream()).toList();
    return items.size() - batch.size() + handleAll(batch);
  }

  private Optional<Read> read(JsonNode item) {
    try {
      return Optional.of(new Read(item, ItemReader.read(feed, item)));
    } catch (MalformedItemException e) {
      setAside(item, e);
      return Optional.empty();
    }
  }

  /**
   * Handles a batch as one. Where a stored item that it leads to can't be read (an author, a copy),
   * the batch would come again for ever: then each change is handled by itself.
   */
  private int handleAll(List<Read> batch) {
    try {
      List<BlogChange> changes = batch.stream().flatMap(one -> one.changes().stream()).toList();
      handlers.forEach(handler -> handler.handle(changes));
      return 0;
    } catch (MalformedItemException e) {
      LOG.debug("A batch in {} is handled change by change", feed, e);
      return (int) batch.stream().filter(one -> !handleAlone(one)).count();
    }
  }

  private boolean handleAlone(Read one) {
    @Nullable MalformedItemException failure = null;
    for (ChangeHandler handler : handlers) {
      try {
        handler.handle(one.changes());
      } catch (MalformedItemException e) {
        failure = e;
      }
    }
    if (failure != null) {
      setAside(one.item(), failure);
    }
    return failure == null;
  }

  private void setAside(JsonNode item, MalformedItemException reason) {
    SetAside aside =
        new SetAside(
            feed, ItemReader.id(item), ItemReader.partition(feed, item), reason.getMessage());
    LOG.warn(
        "Set aside item '{}' of partition '{}' in {}: {}",
        aside.itemId(),
        aside.partition(),
        feed,
        aside.reason());
    monitor.itemSetAside(aside);
  }
}
