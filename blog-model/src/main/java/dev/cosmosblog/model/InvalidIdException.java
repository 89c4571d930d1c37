package dev.cosmosblog.model;

/** An id that Cosmos DB cannot store, or that would collide with an item of this library. */
public final class InvalidIdException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what the kind of id, for instance {@code "post id"}
   * @param problem what is wrong with it and what would be accepted
   */
  public InvalidIdException(String what, String problem) {
    super("The " + what + " " + problem);
  }
}
