package dev.cosmosblog.model.item;

import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.InvalidCreationDateException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Dates as fixed-width text, {@code 2026-11-20T13:37:31.000Z}: 24 characters, always UTC. The order
 * of the texts is the order of the times.
 */
public final class ItemDates {
  private static final DateTimeFormatter WRITTEN =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final int LENGTH = 24;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private ItemDates() {}

  /**
   * Writes a date.
   *
   * @param instant the date
   * @return 24 characters
   * @throws InvalidCreationDateException if it is outside the years 0000 to 9999
   */
  public static String text(Instant instant) {
    return WRITTEN.format(CreationDate.of(instant));
  }

  /**
   * Reads a date as this library or another writer wrote it: ISO 8601 with any number of decimals,
   * with an offset or, in UTC, without.
   *
   * @param text the text, or null
   * @return the date in whole milliseconds, 1970 if the text is null, or empty if it is not a date
   */
  public static Optional<Instant> parse(@Nullable String text) {
    if (text == null) {
      return Optional.of(Instant.EPOCH);
    }
    Instant written = parseWritten(text);
    return written == null ? parseOther(text) : Optional.of(written);
  }

  /**
   * Reads the form that this library writes; null if the text has another form or is not a date. A
   * formatter, which reads all forms, would make up most of the cost of reading a list.
   */
  private static @Nullable Instant parseWritten(String text) {
    if (text.length() != LENGTH || !hasPunctuation(text)) {
      return null;
    }
    int year = number(text, 0, 4);
    int month = number(text, 5, 7);
    int day = number(text, 8, 10);
    int hour = number(text, 11, 13);
    int minute = number(text, 14, 16);
    int second = number(text, 17, 19);
    int milli = number(text, 20, 23);
    boolean inRange = month >= 1 && month <= 12 && hour <= 23 && minute <= 59 && second <= 59;
    if ((year | hour | minute | second | milli) < 0 || !inRange) {
      return null;
    }
    LocalDate first = LocalDate.of(year, month, 1);
    if (day < 1 || day > first.lengthOfMonth()) {
      return null;
    }
    long minutes = ((first.toEpochDay() + day - 1) * 24 + hour) * 60 + minute;
    return Instant.ofEpochSecond(minutes * 60 + second, (long) milli * NANOS_PER_MILLI);
  }

  private static boolean hasPunctuation(String text) {
    return text.charAt(4) == '-'
        && text.charAt(7) == '-'
        && text.charAt(10) == 'T'
        && text.charAt(13) == ':'
        && text.charAt(16) == ':'
        && text.charAt(19) == '.'
        && text.charAt(23) == 'Z';
  }

  /** Returns the number that the digits make, or a negative one if a character is not a digit. */
  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }

  private static Optional<Instant> parseOther(String text) {
    try {
      TemporalAccessor read =
          DateTimeFormatter.ISO_DATE_TIME.parseBest(
              text, OffsetDateTime::from, LocalDateTime::from);
      Instant instant =
          read instanceof LocalDateTime local
              ? local.toInstant(ZoneOffset.UTC)
              : Instant.from(read);
      return Optional.of(CreationDate.of(instant));
    } catch (DateTimeException | InvalidCreationDateException e) {
      return Optional.empty();
    }
  }
}
