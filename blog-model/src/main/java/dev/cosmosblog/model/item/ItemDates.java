package dev.cosmosblog.model.item;

import dev.cosmosblog.model.CreationDate;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Dates as fixed-width text, {@code 2026-11-20T13:37:31.000Z}: 24 characters, always UTC, so that
 * the order of the texts is the order of the times.
 */
public final class ItemDates {
  private static final DateTimeFormatter WRITTEN =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private ItemDates() {}

  /**
   * Writes a date.
   *
   * @param instant the date
   * @return 24 characters
   * @throws dev.cosmosblog.model.InvalidCreationDateException if it is outside the years 0000 to
   *     9999
   */
  public static String text(Instant instant) {
    return WRITTEN.format(CreationDate.of(instant));
  }

  /**
   * Reads a date as this library or another implementation wrote it: ISO 8601 with any number of
   * decimals, with an offset or, taken as UTC, without.
   *
   * @param text the text, or null
   * @return the date in whole milliseconds, 1970 where the text is missing, or empty where no sense
   *     can be made of it
   */
  public static Optional<Instant> parse(@Nullable String text) {
    if (text == null) {
      return Optional.of(Instant.EPOCH);
    }
    Instant written = WrittenDate.parse(text);
    return written == null ? parseOther(text) : Optional.of(written);
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
    } catch (DateTimeException | dev.cosmosblog.model.InvalidCreationDateException e) {
      return Optional.empty();
    }
  }
}
