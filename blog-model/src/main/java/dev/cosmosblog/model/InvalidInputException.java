package dev.cosmosblog.model;

import java.util.Objects;

/**
 * An argument that is never accepted, refused before any request is sent.
 *
 * <p>Subclasses exist for arguments that a host may want to tell apart. Hosts may throw it for
 * arguments that they refuse themselves.
 */
public class InvalidInputException extends BlogException {
  private static final long serialVersionUID = 1L;

  private final String argument;

  /**
   * @param argument the argument's name, such as {@code "postId"} or {@code "title"}
   * @param message what was found, what is allowed, and what to do
   */
  public InvalidInputException(String argument, String message) {
    super(Objects.requireNonNull(message, "message"));
    this.argument = Objects.requireNonNull(argument, "argument");
  }

  /** {@return the argument's name, such as {@code "postId"} or {@code "title"}} */
  public String argument() {
    return argument;
  }
}
