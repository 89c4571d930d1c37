package dev.cosmosblog.changefeed;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.error.StoreRejectedException;
import java.util.List;
import java.util.Optional;

/** All handlers of one container's changes. */
final class ChangeHandlers {
  private final List<ChangeHandler> handlers;

  ChangeHandlers(List<ChangeHandler> handlers) {
    this.handlers = List.copyOf(handlers);
  }

  /** Handles changes as one batch. */
  void handle(List<BlogChange> changes) {
    handlers.forEach(handler -> handler.handle(changes));
  }

  /** Puts nothing off any more. */
  void hurry() {
    handlers.forEach(ChangeHandler::hurry);
  }

  /** Handles one item's changes by each handler, whatever the others meet; what they met last. */
  Optional<RuntimeException> handleAlone(List<BlogChange> changes) {
    Optional<RuntimeException> failure = Optional.empty();
    for (ChangeHandler handler : handlers) {
      try {
        handler.handleAlone(changes);
      } catch (RuntimeException e) {
        failure = Optional.of(ofItem(e));
      }
    }
    return failure;
  }

  /**
   * What is an item's own fault, and so is met again each time: it can't be read, or Cosmos DB
   * refuses what would be written of it, such as more than 2 MB (413). Anything else is thrown.
   */
  static RuntimeException ofItem(RuntimeException failure) {
    if (isOfItem(failure)) {
      return failure;
    }
    throw failure;
  }

  /** Whether it is an item's own fault. */
  static boolean isOfItem(RuntimeException failure) {
    return failure instanceof MalformedItemException || failure instanceof StoreRejectedException;
  }
}
