package dev.cosmosblog.model.item;

import dev.cosmosblog.model.CreationDate;
import dev.cosmosblog.model.InvalidInputException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Dates as 24 characters in UTC, {@code 2026-11-20T13:37:31.000Z}; as texts they sort by time. */
public final class ItemDates {
  // The form of written dates; each 0 stands for a digit.
  private static final String FORM = "0000-00-00T00:00:00.000Z";
  private static final int NANOS_PER_MILLI = 1_000_000;

  private ItemDates() {}

  /**
   * {@return the date as text}
   *
   * @param instant the date
   * @throws InvalidInputException if it is outside the years 0000 to 9999
   */
  public static String text(Instant instant) {
    String text = CreationDate.of(instant).toString();
    // It lacks milliseconds if they are 0.
    return text.length() == FORM.length() ? text : text.replace("Z", ".000Z");
  }

  /**
   * {@return a date in ISO 8601, with any decimals, with an offset or in UTC; empty if the text
   * isn't a date}
   *
   * @param text the text; null is 1970
   */
  public static Optional<Instant> parse(@Nullable String text) {
    if (text == null) {
      return Optional.of(Instant.EPOCH);
    }
    try {
      return Optional.of(isWritten(text) ? parseWritten(text) : parseOther(text));
    } catch (DateTimeException | InvalidInputException e) {
      return Optional.empty();
    }
  }

  private static boolean isWritten(String text) {
    boolean written = text.length() == FORM.length();
    for (int i = 0; written && i < FORM.length(); i++) {
      char c = text.charAt(i);
      written = FORM.charAt(i) == '0' ? c >= '0' && c <= '9' : c == FORM.charAt(i);
    }
    return written;
  }

  /** A formatter, which reads all forms, would make up most of the cost of reading a list. */
  private static Instant parseWritten(String text) {
    return LocalDateTime.of(
            Integer.parseInt(text, 0, 4, 10),
            Integer.parseInt(text, 5, 7, 10),
            Integer.parseInt(text, 8, 10, 10),
            Integer.parseInt(text, 11, 13, 10),
            Integer.parseInt(text, 14, 16, 10),
            Integer.parseInt(text, 17, 19, 10),
            Integer.parseInt(text, 20, 23, 10) * NANOS_PER_MILLI)
        .toInstant(ZoneOffset.UTC);
  }

  private static Instant parseOther(String text) {
    TemporalAccessor read =
        DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
    return CreationDate.of(
        read instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : Instant.from(read));
  }
}
