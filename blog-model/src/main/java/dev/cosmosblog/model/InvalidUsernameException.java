package dev.cosmosblog.model;

/** A username that is blank, too long, or no well-formed text. */
public final class InvalidUsernameException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  /**
   * For one username.
   *
   * @param problem what is wrong with it and what would be accepted
   */
  public InvalidUsernameException(String problem) {
    super("The username " + problem);
  }
}
