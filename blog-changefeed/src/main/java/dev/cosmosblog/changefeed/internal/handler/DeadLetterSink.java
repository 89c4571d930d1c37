package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.store.internal.item.ItemPlace;

/**
 * Dead-letters items that a handler can't handle, and reports them to the health and the listeners.
 */
@FunctionalInterface
public interface DeadLetterSink {
  /**
   * @param author the id of the item's author, or an empty string if it is unknown
   */
  void add(ItemPlace item, String author, RuntimeException failure);
}
