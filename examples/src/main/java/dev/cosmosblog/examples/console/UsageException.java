package dev.cosmosblog.examples.console;

/** Thrown when a program is called with an invalid argument. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message which argument is invalid, and what would be valid
   */
  public UsageException(String message) {
    super(message);
  }
}
