package dev.cosmosblog.store.error;

import dev.cosmosblog.model.InvalidInputException;

/** A continuation token is not one of this list's. Nothing was sent. */
public final class InvalidContinuationTokenException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  /**
   * @param problem the rest of a sentence that begins with the token
   */
  public InvalidContinuationTokenException(String problem) {
    super(
        ("The continuation token %s Give the token of this list's last page unchanged, or none for"
                + " the first page.")
            .formatted(problem));
  }
}
