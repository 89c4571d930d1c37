package dev.cosmosblog.store.internal.item;

/** The outcome of a copy's write. */
public enum CopyOutcome {
  /** The copy was created. */
  CREATED,
  /** The copy is missing and wasn't created, because its post was deleted. */
  GONE,
  /** The copy was older and was updated. */
  UPDATED,
  /** The copy had the same or a newer version and wasn't changed. */
  UNCHANGED,
  /** Another writer interfered. */
  OVERTAKEN
}
