package dev.cosmosblog.changefeed.observe;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.observe.ItemVersion;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Receives the events of a change feed. By default, every method does nothing.
 *
 * <p>The methods are called on the threads that handle changes and on the watchdog's. An exception
 * that a listener throws is logged and ignored.
 */
public interface ChangeFeedListener {
  /**
   * A batch of changes that was handled.
   *
   * @param source the container that the changes came from
   * @param changes the number of changes, including those that need no write
   * @param deadLetters the number of changes that were dead-lettered
   * @param cost the number and charge of this library's requests for the batch; if several batches
   *     share a write of the front page, it counts for one of them. Polls and leases are in {@link
   *     ChangeFeedCost}
   * @param duration the time from the batch's arrival to its last write
   */
  record BatchReport(
      ChangeSource source, int changes, int deadLetters, Usage cost, Duration duration) {
    public BatchReport {
      Objects.requireNonNull(source, "source");
      Objects.requireNonNull(cost, "cost");
      Objects.requireNonNull(duration, "duration");
    }
  }

  /**
   * A range of a container that moved from one host to another.
   *
   * @param source the container
   * @param range the range, as its lease names it
   * @param from the host that held the range, or empty if none did
   * @param to the host that holds the range now, or empty if none does
   */
  record LeaseMove(ChangeSource source, String range, Optional<String> from, Optional<String> to) {
    public LeaseMove {
      Objects.requireNonNull(source, "source");
      Objects.requireNonNull(range, "range");
      Objects.requireNonNull(from, "from");
      Objects.requireNonNull(to, "to");
    }
  }

  /**
   * The progress of propagating a rename to the user's posts, comments and likes.
   *
   * @param user the renamed user
   * @param version the version of the user that the name belongs to
   * @param written the number of items that received the name in this pass
   * @param finished whether this pass is complete
   */
  record RenameProgress(UserId user, long version, long written, boolean finished) {
    public RenameProgress {
      Objects.requireNonNull(user, "user");
    }
  }

  /**
   * Returns the listener that receives the events of a custom view; by default, they are ignored.
   *
   * <p>Called once for each view when the change feed is built.
   *
   * @param view the view's name
   * @return the listener of the view's events
   */
  default ChangeFeedListener ofView(String view) {
    return new ChangeFeedListener() {};
  }

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

  /** The time in which a batch is handled, on one or more threads. */
  @FunctionalInterface
  interface BatchScope {
    /**
     * Called on each thread before it handles a part of the batch, and again for each part.
     *
     * @return called on the same thread after the part; parts on one thread are nested
     */
    default Runnable enter() {
      return () -> {};
    }

    /**
     * Called on the batch's thread when the batch has ended.
     *
     * @param handled whether the batch was handled; otherwise it will be redelivered
     */
    void end(boolean handled);
  }

  /**
   * Called before a batch is handled. {@link #onBatch} and {@link #onBatchFailed} are called within
   * the scope, on the batch's thread.
   *
   * @param source the container that the changes came from
   * @param items the changed posts, comments and likes, read when the stream is consumed, without
   *     those that can't be read; empty for the users container
   * @return the scope of the batch; by default, it does nothing
   */
  default BatchScope begin(ChangeSource source, Stream<ItemVersion> items) {
    return handled -> {};
  }

  /**
   * Called after each batch that was handled. Its changes are redelivered only if the lease is lost
   * before the checkpoint is written.
   *
   * @param report the batch
   */
  default void onBatch(BatchReport report) {}

  /**
   * Called when a batch failed and will be redelivered.
   *
   * @param source the container that the changes came from
   * @param failure a {@link dev.cosmosblog.store.error.StoreException} if Cosmos DB failed
   */
  default void onBatchFailed(ChangeSource source, RuntimeException failure) {}

  /**
   * Called once when a problem begins that isn't an item's fault, such as an index that is being
   * built, a missing container, exhausted throughput or a rejected key.
   *
   * <p>{@link ChangeFeedHealth.SourceHealth#problem()} returns the problem until it ends.
   *
   * @param source the container whose changes can't be handled, now or soon
   * @param problem the reason and what to do
   */
  default void onProblem(ChangeSource source, String problem) {}

  /**
   * Called when a change couldn't be handled. Its item is dead-lettered and can be replayed.
   *
   * @param item the item and the reason
   */
  default void onDeadLetter(DeadLetter item) {}

  /**
   * Called after each page of items that received a renamed user's name, and once at the end.
   *
   * @param progress the progress
   */
  default void onRenameProgress(RenameProgress progress) {}

  /**
   * Called when the watchdog finds that a processor is alive, even if no changes arrive.
   *
   * <p>A processor is alive if it has renewed a lease since the last check, or if other hosts hold
   * all leases and this host stands by.
   *
   * @param source the container that the processor reads
   */
  default void onHeartbeat(ChangeSource source) {}

  /**
   * Called when the watchdog finds that a range has moved from one host to another.
   *
   * @param move the range and the hosts
   */
  default void onLeaseMoved(LeaseMove move) {}

  /**
   * Called once when a processor seems to have stalled, until it recovers.
   *
   * @param source the container that the processor reads
   * @param reason why the watchdog considers the processor stalled
   */
  default void onStalled(ChangeSource source, String reason) {}

  /**
   * Called when a stalled processor is restarted, with the same host name and leases.
   *
   * @param source the container that the processor reads
   * @param inARow the number of restarts since the processor was last alive, including this one
   */
  default void onRestart(ChangeSource source, int inARow) {}
}
