package dev.cosmosblog.model;

import java.time.Instant;

/** A creation date that can't be written as fixed-width text, so that text order is time order. */
public final class InvalidCreationDateException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  private final Instant creationDate;

  /**
   * For one date.
   *
   * @param creationDate the date that was given
   */
  public InvalidCreationDateException(Instant creationDate) {
    super(
        "The creation date "
            + creationDate
            + " is not in the years 0000 to 9999; give one that is.");
    this.creationDate = creationDate;
  }

  /**
   * The date that was given.
   *
   * @return the date
   */
  public Instant creationDate() {
    return creationDate;
  }
}
