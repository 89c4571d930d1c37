package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The handlers of a container's changes, in the order in which they are called.
 *
 * @param reader turns an item into the changes for the handlers
 */
public record ChangeHandlers(
    BiFunction<ChangeSource, StoredItem, List<BlogChange>> reader, List<ChangeHandler> all) {
  public ChangeHandlers {
    all = List.copyOf(all);
  }

  public static ChangeHandlers ofCopies(SummaryRule rule, List<ChangeHandler> all) {
    return new ChangeHandlers((source, item) -> BlogChange.read(source, item, rule), all);
  }

  public static ChangeHandlers ofView(ViewHandler view) {
    return new ChangeHandlers(BlogChange::readForView, List.of(view));
  }

  public List<BlogChange> read(ChangeSource source, StoredItem item) {
    return reader.apply(source, item);
  }

  public void handle(List<BlogChange> changes) {
    all.forEach(handler -> handler.handle(changes));
  }

  public void handlePart(List<BlogChange> changes) {
    all.forEach(handler -> handler.handleAlone(changes));
  }

  /** Passes an item to each handler; returns the last failure that is the item's fault. */
  public Optional<RuntimeException> handleItem(List<BlogChange> changes) {
    Optional<RuntimeException> failure = Optional.empty();
    for (ChangeHandler handler : all) {
      try {
        handler.handleAlone(changes);
      } catch (RuntimeException e) {
        failure = Optional.of(ChangeHandler.causedByItem(e));
      }
    }
    return failure;
  }
}
