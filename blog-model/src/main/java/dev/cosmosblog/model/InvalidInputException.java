package dev.cosmosblog.model;

/** An argument that is never accepted, refused before any request; the message names its bound. */
public abstract class InvalidInputException extends BlogException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the argument, what is wrong with it, and its bound
   */
  protected InvalidInputException(String message) {
    super(message);
  }
}
