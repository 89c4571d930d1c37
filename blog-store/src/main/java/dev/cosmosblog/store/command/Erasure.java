package dev.cosmosblog.store.command;

/** The kind of erasure: what the user wrote is removed, or loses the name. */
public enum Erasure {
  /** Deletes everything the user wrote: posts with their comments and likes, comments, likes. */
  REMOVE,
  /**
   * Keeps everything, with a text in place of the author's name. The user's id stays, because lists
   * need it: where ids identify a person, choose {@link #REMOVE}.
   */
  ANONYMISE
}
