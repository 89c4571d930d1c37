package dev.cosmosblog.changefeed.observe;

/**
 * Receives the events of a change feed, on the threads that handle changes and on the watchdog's.
 * Every method does nothing by default. An exception that a listener throws is logged and otherwise
 * ignored.
 */
public interface ChangeFeedListener {
  /**
   * Called when the change feed has started.
   *
   * @param hostName this host's name in the leases
   */
  default void onStarted(String hostName) {}

  /**
   * Called when the change feed has closed.
   *
   * @param hostName this host's name in the leases
   */
  default void onStopped(String hostName) {}

  /**
   * Called after each batch that was handled. Its changes are not delivered again, unless the lease
   * is lost before the checkpoint is written.
   *
   * @param report the batch
   */
  default void onBatch(BatchReport report) {}

  /**
   * Called when a batch failed, because of Cosmos DB ({@link
   * dev.cosmosblog.store.error.StoreException}) or for an unforeseen reason. The batch is delivered
   * again; {@link SourceHealth#failuresInARow()} counts its failures.
   *
   * @param source the container that the changes came from
   * @param failure the failure
   */
  default void onBatchFailed(ChangeSource source, RuntimeException failure) {}

  /**
   * Called when a problem begins that is no item's fault, such as an index that is being built, a
   * missing container, exhausted throughput or a key that is refused; called once until it ends.
   * {@link SourceHealth#problem()} has it as long as it lasts.
   *
   * @param source the container whose changes are not handled, or not for long
   * @param problem the reason and what to do
   */
  default void onProblem(ChangeSource source, String problem) {}

  /**
   * Called when a change could not be handled. Its item is set aside and can be replayed.
   *
   * @param item the item and the reason
   */
  default void onSetAside(SetAsideItem item) {}

  /**
   * Called after each page of items that received a renamed user's name, and once at the end.
   *
   * @param progress the progress
   */
  default void onRenameProgress(RenameProgress progress) {}

  /**
   * Called when the watchdog finds a processor alive, whether changes arrive or not: it renewed a
   * lease since the last look, or other hosts hold all leases and this host stands by.
   *
   * @param source the container that the processor reads
   */
  default void onHeartbeat(ChangeSource source) {}

  /**
   * Called when the watchdog finds that a range moved from one host to another, whichever hosts
   * they are.
   *
   * @param move the range and the hosts
   */
  default void onLeaseMoved(LeaseMove move) {}

  /**
   * Called when a processor seems to have stalled; called once until it moves again.
   *
   * @param source the container that the processor reads
   * @param reason what the watchdog saw
   */
  default void onStalled(ChangeSource source, String reason) {}

  /**
   * Called when a stalled processor is stopped and started again, under the same host name and with
   * the same leases.
   *
   * @param source the container that the processor reads
   * @param inARow the number of restarts since the processor last moved, including this one
   */
  default void onRestart(ChangeSource source, int inARow) {}
}
