package dev.cosmosblog.model;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/** The bounds and precision of creation dates: whole milliseconds, in the years 0000 to 9999. */
public final class CreationDate {
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

  private CreationDate() {}

  /**
   * {@return the instant in whole milliseconds}
   *
   * @param instant the instant
   * @throws InvalidCreationDateException if it is out of bounds
   */
  public static Instant of(Instant instant) {
    Objects.requireNonNull(instant, "instant");
    Instant truncated = instant.truncatedTo(ChronoUnit.MILLIS);
    if (truncated.isBefore(FIRST) || truncated.isAfter(LAST)) {
      throw new InvalidCreationDateException(instant);
    }
    return truncated;
  }
}
