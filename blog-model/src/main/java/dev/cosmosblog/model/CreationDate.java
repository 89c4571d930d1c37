package dev.cosmosblog.model;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/** Validates creation dates: whole milliseconds, in the years 0000 to 9999. */
public final class CreationDate {
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

  private CreationDate() {}

  /**
   * {@return a creation date in whole milliseconds}
   *
   * @param instant the instant
   * @throws InvalidInputException if it is out of bounds
   */
  public static Instant of(Instant instant) {
    return of("creationDate", instant);
  }

  /**
   * {@return a date in whole milliseconds}
   *
   * @param argument the argument's name
   * @param instant the instant
   * @throws InvalidInputException if it is out of bounds
   */
  public static Instant of(String argument, Instant instant) {
    Objects.requireNonNull(argument, "argument");
    Objects.requireNonNull(instant, "instant");
    Instant truncated = instant.truncatedTo(ChronoUnit.MILLIS);
    if (truncated.isBefore(FIRST) || truncated.isAfter(LAST)) {
      throw new InvalidInputException(
          argument,
          "%s is %s, outside the years 0000 to 9999; give a date within them."
              .formatted(argument, instant));
    }
    return truncated;
  }
}
