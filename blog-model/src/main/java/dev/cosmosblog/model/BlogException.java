package dev.cosmosblog.model;

import org.jspecify.annotations.Nullable;

/** The root of each exception that this library throws on purpose. A message says what to do. */
public abstract class BlogException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what happened and what to do about it, never a key, a token or an item's body
   */
  protected BlogException(String message) {
    super(message);
  }

  /**
   * @param message what happened and what to do about it, never a key, a token or an item's body
   * @param cause the underlying failure, or null
   */
  protected BlogException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
