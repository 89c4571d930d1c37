package dev.cosmosblog.changefeed;

/**
 * Hears what a change feed does, on the threads that handle changes and on the watchdog's; every
 * method does nothing unless overridden.
 */
public interface ChangeFeedListener {
  /**
   * The change feed has started.
   *
   * @param hostName what this host is called in the leases
   */
  default void onStarted(String hostName) {}

  /**
   * The change feed has ended.
   *
   * @param hostName what this host is called in the leases
   */
  default void onStopped(String hostName) {}

  /**
   * A batch was handled; its changes will not come again, unless its lease is lost before that is
   * written down.
   *
   * @param report what it took
   */
  default void onBatch(BatchReport report) {}

  /**
   * A batch could not be handled, because Cosmos DB failed ({@link
   * dev.cosmosblog.store.error.StoreException}) or for a reason that nobody thought of; it comes again.
   * How often one batch has failed, {@link BlogChangeFeed#health()} says.
   *
   * @param feed where its changes came from
   * @param failure what failed
   */
  default void onBatchFailed(SourceFeed feed, RuntimeException failure) {}

  /**
   * A change was passed over, and is kept to be replayed.
   *
   * @param item which, and why
   */
  default void onSetAside(SetAside item) {}

  /**
   * A rename has come further.
   *
   * @param progress how far
   */
  default void onSpread(SpreadProgress progress) {}

  /**
   * The processor lives, whether changes come or not: it renewed a lease since the last look, or
   * other hosts hold all of them and this one stands by.
   *
   * @param feed the container that it follows
   */
  default void onHeartbeat(SourceFeed feed) {}

  /**
   * A range passed from one host to another since the last look, whichever hosts they are.
   *
   * @param move which range, from whom and to whom
   */
  default void onLeaseMoved(LeaseMove move) {}

  /**
   * The processor seems to stand still; told once until it moves again.
   *
   * @param feed the container that it follows
   * @param reason what is seen from outside
   */
  default void onStalled(SourceFeed feed, String reason) {}

  /**
   * The processor was stopped and started anew, under the same host name and with the same leases.
   *
   * @param feed the container that it follows
   * @param inARow how many restarts there were since it last moved, this one included
   */
  default void onRestart(SourceFeed feed, int inARow) {}
}
