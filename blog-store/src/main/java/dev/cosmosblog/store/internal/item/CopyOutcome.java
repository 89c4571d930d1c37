package dev.cosmosblog.store.internal.item;

/** The outcome of a copy's write. */
public enum CopyOutcome {
  /** There was none, and now there is. */
  CREATED,
  /** The copy was missing and stays so, because its post is gone. */
  GONE,
  /** It was older and is now the version that was given. */
  UPDATED,
  /** It was of the same or a newer version and was left as it is. */
  UNCHANGED,
  /** Another writer came between. */
  OVERTAKEN
}
