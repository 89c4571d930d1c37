package dev.cosmosblog.model;

import java.time.Instant;

/** A date outside the years 0000 to 9999, where the order of dates as text is that of time. */
public final class InvalidCreationDateException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  private final Instant creationDate;

  /**
   * @param creationDate the date that was given
   */
  public InvalidCreationDateException(Instant creationDate) {
    super(
        "The creation date %s is outside the years 0000 to 9999; give a date within them."
            .formatted(creationDate));
    this.creationDate = creationDate;
  }

  /** {@return the date that was given} */
  public Instant creationDate() {
    return creationDate;
  }
}
