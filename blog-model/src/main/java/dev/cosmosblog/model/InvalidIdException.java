package dev.cosmosblog.model;

/** An id that Cosmos DB, or this library beside its own items, can't store. */
public final class InvalidIdException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  /**
   * For one id.
   *
   * @param what which id it is, for instance {@code "post id"}
   * @param problem what is wrong with it and what would be accepted
   */
  public InvalidIdException(String what, String problem) {
    super("The " + what + " " + problem);
  }
}
