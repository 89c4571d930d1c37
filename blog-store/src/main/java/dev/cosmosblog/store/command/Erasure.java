package dev.cosmosblog.store.command;

/** What becomes of what an erased user wrote. */
public enum Erasure {
  /** All of it goes: posts with their comments and likes, comments, likes. */
  REMOVE,
  /**
   * All of it stays, with a text in the place of the author's name. The user's id stays too, since
   * lists are by it: where ids say who somebody is, choose {@link #REMOVE}.
   */
  ANONYMISE
}
