package dev.cosmoslocal.internal.query.function;

import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.util.Locale;

/**
 * Formats a time by a format string of the function DateTimeFormat. The specifiers are runs of
 * {@code y M d H h m s f F t}. Any other character, and one after a backslash, is copied.
 */
final class DateTimeFormat {

  private static final String SPECIFIERS = "yMdHhmsfFt";

  private final LocalDateTime time;

  DateTimeFormat(LocalDateTime time) {
    this.time = time;
  }

  String format(String format) {
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (at < format.length()) {
      char c = format.charAt(at);
      int end = at + 1;
      if (c == '\\' && end < format.length()) {
        text.append(format.charAt(end++));
      } else if (SPECIFIERS.indexOf(c) < 0) {
        text.append(c);
      } else {
        while (end < format.length() && format.charAt(end) == c) {
          end++;
        }
        text.append(run(c, end - at));
      }
      at = end;
    }
    return text.toString();
  }

  private String run(char specifier, int length) {
    return switch (specifier) {
      case 'y' -> length <= 2 ? pad(time.getYear() % 100, length) : pad(time.getYear(), length);
      case 'M' -> length <= 2 ? pad(time.getMonthValue(), length) : month(length);
      case 'd' -> length <= 2 ? pad(time.getDayOfMonth(), length) : weekday(length);
      case 'H' -> pad(time.getHour(), Math.min(length, 2));
      case 'h' -> pad((time.getHour() + 11) % 12 + 1, Math.min(length, 2));
      case 'm' -> pad(time.getMinute(), Math.min(length, 2));
      case 's' -> pad(time.getSecond(), Math.min(length, 2));
      case 'f' -> fraction(length);
      case 'F' -> fraction(length).replaceAll("0+$", "");
      default -> (time.getHour() < 12 ? "AM" : "PM").substring(0, Math.min(length, 2));
    };
  }

  private String month(int length) {
    return time.getMonth().getDisplayName(style(length), Locale.ENGLISH);
  }

  private String weekday(int length) {
    return time.getDayOfWeek().getDisplayName(style(length), Locale.ENGLISH);
  }

  private static TextStyle style(int length) {
    return length == 3 ? TextStyle.SHORT : TextStyle.FULL;
  }

  private String fraction(int length) {
    return pad(time.getNano() / 100, 7).substring(0, Math.min(length, 7));
  }

  private static String pad(int number, int length) {
    String digits = Integer.toString(number);
    return "0".repeat(Math.max(0, length - digits.length())) + digits;
  }
}
