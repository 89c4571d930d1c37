package dev.cosmosblog.cli;

/** Thrown when an option is missing, invalid, or can't be combined with another one. */
final class InvalidOptionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidOptionException(String message) {
    super(message);
  }
}
