package dev.cosmosblog.model.item;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Reads dates in the one form that this library writes. A formatter, which takes all others, would
 * make up most of what it costs to read a list.
 */
final class WrittenDate {
  private static final int LENGTH = 24;
  private static final int NANOS_OF_MILLI = 1_000_000;

  private WrittenDate() {}

  /** The date, or null where the text has another form or names no date. */
  static @Nullable Instant parse(String text) {
    if (text.length() != LENGTH || !hasSigns(text)) {
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
    return Instant.ofEpochSecond(minutes * 60 + second, (long) milli * NANOS_OF_MILLI);
  }

  private static boolean hasSigns(String text) {
    return text.charAt(4) == '-'
        && text.charAt(7) == '-'
        && text.charAt(10) == 'T'
        && text.charAt(13) == ':'
        && text.charAt(16) == ':'
        && text.charAt(19) == '.'
        && text.charAt(23) == 'Z';
  }

  /** The number that the digits make, or one below 0 where a character is no digit. */
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
}
