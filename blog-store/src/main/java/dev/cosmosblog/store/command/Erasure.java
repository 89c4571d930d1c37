package dev.cosmosblog.store.command;

/** The kind of erasure. */
public enum Erasure {
  /**
   * Deletes everything that the user wrote: posts with their comments and likes, comments, likes.
   */
  REMOVE,
  /**
   * Replaces the author's name in everything that the user wrote. The user's id remains, because
   * lists need it, so choose {@link #REMOVE} if ids identify a person.
   */
  ANONYMISE
}
