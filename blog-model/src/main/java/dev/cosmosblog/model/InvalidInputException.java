package dev.cosmosblog.model;

/**
 * An argument that can never be accepted, found before anything was sent. Repeating the call does
 * not help; the message names the argument and its bound.
 */
public abstract class InvalidInputException extends BlogException {
  private static final long serialVersionUID = 1L;

  /**
   * With a message.
   *
   * @param message the argument, what is wrong with it, and its bound
   */
  protected InvalidInputException(String message) {
    super(message);
  }
}
