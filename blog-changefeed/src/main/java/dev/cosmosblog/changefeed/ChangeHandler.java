package dev.cosmosblog.changefeed;

import java.util.List;

/**
 * Turns changes into writes. A batch may come twice, late, out of order, or to two hosts at once:
 * what a handler does must end in the same state each time.
 */
interface ChangeHandler {
  /**
   * Handles a batch; all of its writes are done when this returns.
   *
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; the batch comes again
   */
  void handle(List<BlogChange> changes);

  /**
   * Handles one item's changes, one item of a batch after the other: waits for no other batch.
   *
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; the batch comes again
   */
  default void handleAlone(List<BlogChange> changes) {
    handle(changes);
  }

  /** Puts nothing off any more: this host is about to end. */
  default void hurry() {}
}
