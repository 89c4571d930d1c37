package dev.cosmosblog.changefeed;

/**
 * Hears what a change feed does, on the threads that handle changes; every method does nothing
 * unless overridden.
 */
public interface ChangeFeedListener {
  /**
   * A batch was handled; its changes will not come again, unless its lease is lost before that is
   * written down.
   *
   * @param report what it took
   */
  default void onBatch(BatchReport report) {}

  /**
   * A batch could not be handled, because Cosmos DB failed ({@link
   * dev.cosmosblog.store.StoreException}) or for a reason that nobody thought of; it comes again.
   *
   * @param feed where its changes came from
   * @param failure what failed
   */
  default void onBatchFailed(SourceFeed feed, RuntimeException failure) {}

  /**
   * A change was passed over.
   *
   * @param item which, and why
   */
  default void onSetAside(SetAside item) {}
}
