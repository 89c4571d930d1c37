package dev.cosmosblog.changefeed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.MalformedItemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a batch of changed items, sets aside what can't be read, and hands the rest on. */
final class BatchHandler {
  private static final Logger LOG = LoggerFactory.getLogger(BatchHandler.class);

  private final SourceFeed feed;
  private final List<ChangeHandler> handlers;
  private final List<ChangeFeedListener> listeners;

  BatchHandler(SourceFeed feed, List<ChangeHandler> handlers, List<ChangeFeedListener> listeners) {
    this.feed = feed;
    this.handlers = List.copyOf(handlers);
    this.listeners = List.copyOf(listeners);
  }

  void handle(List<JsonNode> items) {
    long start = System.nanoTime();
    List<BlogChange> changes = new ArrayList<>();
    int setAside = 0;
    for (JsonNode item : items) {
      try {
        changes.addAll(ItemReader.read(feed, item));
      } catch (MalformedItemException e) {
        setAside++;
        setAside(item, e);
      }
    }
    try {
      handlers.forEach(handler -> handler.handle(changes));
    } catch (BlogException e) {
      LOG.warn("A batch of {} changes in {} failed and comes again", items.size(), feed, e);
      tell(listener -> listener.onBatchFailed(feed, e));
      throw e;
    }
    Duration duration = Duration.ofNanos(System.nanoTime() - start);
    BatchReport report = new BatchReport(feed, items.size(), setAside, duration);
    tell(listener -> listener.onBatch(report));
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
    tell(listener -> listener.onSetAside(aside));
  }

  private void tell(Consumer<ChangeFeedListener> event) {
    for (ChangeFeedListener listener : listeners) {
      try {
        event.accept(listener);
      } catch (RuntimeException e) {
        LOG.warn("A change feed listener failed", e);
      }
    }
  }
}
