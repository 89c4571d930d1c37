package dev.cosmosblog.store.error;

import dev.cosmosblog.model.InvalidInputException;

/** A page size is out of bounds. Nothing was sent. */
public final class InvalidPageSizeException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  /**
   * @param size the size that was asked for
   * @param max the largest size
   */
  public InvalidPageSizeException(int size, int max) {
    super("size must be between 1 and %,d, but was %d.".formatted(max, size));
  }
}
