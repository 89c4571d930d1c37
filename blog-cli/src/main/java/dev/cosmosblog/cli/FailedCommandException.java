package dev.cosmosblog.cli;

/** Thrown when a command can't do its work; the message is all that an operator needs to know. */
final class FailedCommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FailedCommandException(String message, Throwable cause) {
    super(message, cause);
  }
}
