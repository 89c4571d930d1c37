package dev.cosmosblog.model;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** When something was written: an instant in whole milliseconds, in the years 0000 to 9999. */
public final class CreationDate {
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

  private CreationDate() {}

  /**
   * Cuts an instant to whole milliseconds, which is what is stored.
   *
   * @param instant the instant
   * @return the instant, cut
   * @throws InvalidCreationDateException if it is outside the years 0000 to 9999
   */
  public static Instant of(Instant instant) {
    Instant cut = instant.truncatedTo(ChronoUnit.MILLIS);
    if (cut.isBefore(FIRST) || cut.isAfter(LAST)) {
      throw new InvalidCreationDateException(instant);
    }
    return cut;
  }
}
