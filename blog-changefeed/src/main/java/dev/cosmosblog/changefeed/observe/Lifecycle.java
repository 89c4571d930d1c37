package dev.cosmosblog.changefeed.observe;

/** The states of a change feed, in the only order in which it passes through them. */
public enum Lifecycle {
  /** Built and not yet started. */
  NEW,
  /** Starting, or handling changes. */
  RUNNING,
  /** Finishing the batches in flight; no new batch begins. */
  CLOSING,
  /** Closed for good: a closed change feed cannot be started again. */
  CLOSED
}
