package dev.cosmosblog.model;

/** A username that is missing, blank, too long, or not well-formed Unicode text. */
public final class InvalidUsernameException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  /**
   * @param problem what is wrong with it and what would be accepted
   */
  public InvalidUsernameException(String problem) {
    super("The username " + problem);
  }
}
