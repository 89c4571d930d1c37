package dev.cosmosblog.model;

import java.util.Objects;

/**
 * An argument is invalid. No request was sent.
 *
 * <p>Subclasses exist for arguments that a host may want to distinguish. Hosts may also throw it
 * for invalid arguments.
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
