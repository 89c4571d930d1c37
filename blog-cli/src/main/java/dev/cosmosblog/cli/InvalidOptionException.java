package dev.cosmosblog.cli;

import org.jspecify.annotations.Nullable;

/** Thrown when an option is missing, invalid, or can't be combined with another one. */
final class InvalidOptionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidOptionException(@Nullable String message) {
    super(message);
  }
}
