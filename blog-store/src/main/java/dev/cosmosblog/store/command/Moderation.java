package dev.cosmosblog.store.command;

/** A moderator's decision on a comment. */
public enum Moderation {
  /** Readers see it. */
  APPROVE,
  /** Readers don't see it, and it is kept. */
  HIDE,
  /** It is deleted. */
  DELETE
}
