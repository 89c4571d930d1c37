package dev.cosmosblog.changefeed;

/** The outcome of replaying an item that was set aside. */
public enum ReplayOutcome {
  /** The item was handled in its current state. */
  HANDLED,
  /** The item no longer exists, so there was nothing to handle. */
  GONE,
  /** The item cannot be handled in its current state either, and stays set aside. */
  STILL_SET_ASIDE
}
