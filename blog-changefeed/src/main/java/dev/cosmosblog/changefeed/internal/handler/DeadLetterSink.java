package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.store.internal.item.ItemPlace;

/**
 * Dead-letters items that a handler cannot handle, and reports them to the health and listeners.
 */
@FunctionalInterface
public interface DeadLetterSink {
  /**
   * @param author the id of the item's author, or an empty text if it is unknown
   */
  void add(ItemPlace item, String author, RuntimeException failure);
}
