package dev.cosmosblog.changefeed;

/** Where a {@link BlogChangeFeed} is in its life; it goes forward only. */
public enum Lifecycle {
  /** Built and not yet started. */
  NEW,
  /** Starting, or handling changes. */
  RUNNING,
  /** Finishing the batches in flight; no new one is begun. */
  CLOSING,
  /** Ended; it can't be started again. */
  CLOSED;

  boolean mayBecome(Lifecycle next) {
    return next.ordinal() > ordinal();
  }
}
