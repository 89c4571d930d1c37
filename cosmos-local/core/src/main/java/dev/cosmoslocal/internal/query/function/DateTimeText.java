package dev.cosmoslocal.internal.query.function;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmoslocal.internal.query.value.Values;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses and formats dates. Accepts {@code YYYY-MM-DD}, with or without a time, with or without Z
 * (Microsoft: "IS_DATETIME"); writes {@code YYYY-MM-DDThh:mm:ss.fffffffZ}. Ticks are units of 100
 * ns since 1970.
 */
final class DateTimeText {

  static final long TICKS_PER_SECOND = 10_000_000;

  private static final Pattern FORMAT =
      Pattern.compile(
          "(\\d{4})-(\\d{2})-(\\d{2})(?:[T ](\\d{2}):(\\d{2}):(\\d{2})(?:\\.(\\d{1,7}))?)?Z?");

  private DateTimeText() {}

  static Optional<LocalDateTime> parse(JsonNode value) {
    Matcher matcher = FORMAT.matcher(value.isTextual() ? value.textValue() : "");
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String fraction = matcher.group(7) == null ? "" : matcher.group(7);
    int nanos = Integer.parseInt((fraction + "000000000").substring(0, 9));
    try {
      return Optional.of(
          LocalDateTime.of(
              number(matcher, 1),
              number(matcher, 2),
              number(matcher, 3),
              number(matcher, 4),
              number(matcher, 5),
              number(matcher, 6),
              nanos));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static int number(Matcher matcher, int group) {
    return matcher.group(group) == null ? 0 : Integer.parseInt(matcher.group(group));
  }

  /** The time as text; undefined unless its year is between 1 and 9999. */
  static JsonNode format(LocalDateTime time) {
    if (time.getYear() < 1 || time.getYear() > 9999) {
      return Values.UNDEFINED;
    }
    return Values.text(
        String.format(
            Locale.ROOT,
            "%04d-%02d-%02dT%02d:%02d:%02d.%07dZ",
            time.getYear(),
            time.getMonthValue(),
            time.getDayOfMonth(),
            time.getHour(),
            time.getMinute(),
            time.getSecond(),
            time.getNano() / 100));
  }

  static long ticks(LocalDateTime time) {
    return time.toEpochSecond(ZoneOffset.UTC) * TICKS_PER_SECOND + time.getNano() / 100;
  }

  static LocalDateTime ofTicks(long ticks) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(ticks, TICKS_PER_SECOND),
        (int) Math.floorMod(ticks, TICKS_PER_SECOND) * 100,
        ZoneOffset.UTC);
  }
}
