package dev.cosmosblog.changefeed;

/** What became of an item that was set aside when it was replayed. */
public enum ReplayOutcome {
  /** It was handled as it is now. */
  HANDLED,
  /** There is no such item any more, so there was nothing to handle. */
  GONE,
  /** It can't be handled as it is now either, and stays set aside. */
  STILL_SET_ASIDE
}
