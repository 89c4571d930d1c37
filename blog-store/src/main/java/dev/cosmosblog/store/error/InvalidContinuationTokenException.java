package dev.cosmosblog.store.error;

import dev.cosmosblog.model.InvalidInputException;

/** A continuation token that this list did not give out. */
public final class InvalidContinuationTokenException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  public InvalidContinuationTokenException(String problem) {
    super(
        "The continuation token "
            + problem
            + " Give the token of this list's last page unchanged, or none for the first page.");
  }
}
