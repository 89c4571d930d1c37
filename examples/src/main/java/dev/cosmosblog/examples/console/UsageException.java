package dev.cosmosblog.examples.console;

/** An example was called with what makes no sense; the usage text helps. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * With a message.
   *
   * @param message which argument is wrong, and what would be accepted
   */
  public UsageException(String message) {
    super(message);
  }
}
