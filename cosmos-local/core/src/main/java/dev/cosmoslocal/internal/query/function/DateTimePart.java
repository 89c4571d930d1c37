package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** The parts of a date and time, with all names that the functions accept. */
enum DateTimePart {
  YEAR(ChronoUnit.YEARS, "year", "yyyy", "yy", "y"),
  MONTH(ChronoUnit.MONTHS, "month", "mm", "m"),
  DAY(ChronoUnit.DAYS, "day", "dd", "d"),
  HOUR(ChronoUnit.HOURS, "hour", "hh"),
  MINUTE(ChronoUnit.MINUTES, "minute", "mi", "n"),
  SECOND(ChronoUnit.SECONDS, "second", "ss", "s"),
  MILLISECOND(ChronoUnit.MILLIS, "millisecond", "ms"),
  MICROSECOND(ChronoUnit.MICROS, "microsecond", "mcs"),
  NANOSECOND(ChronoUnit.NANOS, "nanosecond", "ns");

  private final ChronoUnit unit;
  private final Set<String> names;

  DateTimePart(ChronoUnit unit, String... names) {
    this.unit = unit;
    this.names = Set.of(names);
  }

  static Optional<DateTimePart> of(JsonNode name) {
    String text = name.isTextual() ? name.textValue() : "";
    return Arrays.stream(values()).filter(part -> part.names.contains(text)).findFirst();
  }

  boolean isCalendar() {
    return this == YEAR || this == MONTH;
  }

  ChronoUnit unit() {
    return unit;
  }

  /** The nanoseconds in a part whose length does not vary. */
  long nanos() {
    return unit.getDuration().toNanos();
  }

  long of(LocalDateTime time) {
    return switch (this) {
      case YEAR -> time.getYear();
      case MONTH -> time.getMonthValue();
      case DAY -> time.getDayOfMonth();
      case HOUR -> time.getHour();
      case MINUTE -> time.getMinute();
      case SECOND -> time.getSecond();
      case MILLISECOND -> time.getNano() / 1_000_000;
      case MICROSECOND -> time.getNano() / 1_000;
      case NANOSECOND -> time.getNano();
    };
  }
}
