package dev.cosmosblog.model;

import org.jspecify.annotations.Nullable;

/** The superclass of this library's exceptions. The message says what to do. */
public abstract class BlogException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what to do, without keys, tokens and bodies
   */
  protected BlogException(String message) {
    super(message);
  }

  /**
   * @param message what to do, without keys, tokens and bodies
   * @param cause the underlying failure, or null
   */
  protected BlogException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
