package dev.cosmosblog.store.error;

import dev.cosmosblog.model.InvalidInputException;

/** A page of no size, or of one that is too large. */
public final class InvalidPageSizeException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  public InvalidPageSizeException(int size, int max) {
    super("A page of " + size + " entries can't be had; ask for 1 to " + max + ".");
  }
}
