package com.example.web;

import dev.cosmosblog.model.Content;
import dev.cosmosblog.model.UserId;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** Texts as the pages show them. */
@Component("texts")
final class Texts {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter DAY_OF_MONTH =
      DateTimeFormatter.ofPattern("d MMMM", Locale.ENGLISH).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MONTH =
      DateTimeFormatter.ofPattern("MMMM yyyy", Locale.ENGLISH);

  private static final int HUES = 8;
  private static final int DAYS_COUNTED = 21;

  /** Returns how long ago a date was. */
  public String ago(Instant date) {
    Duration age = Duration.between(date, Instant.now());
    if (age.toMinutes() < 1) {
      return "just now";
    }
    if (age.toHours() < 1) {
      return count(age.toMinutes(), "minute") + " ago";
    }
    if (age.toDays() < 1) {
      return count(age.toHours(), "hour") + " ago";
    }
    return age.toDays() < DAYS_COUNTED ? count(age.toDays(), "day") + " ago" : DAY.format(date);
  }

  /** Returns a month and its year. */
  public String month(YearMonth month) {
    return MONTH.format(month);
  }

  /** Returns the day of a date in its month. */
  public String day(Instant date) {
    return DAY_OF_MONTH.format(date);
  }

  /** Returns a number and a noun in its number. */
  public String count(long number, String noun) {
    return String.format(Locale.ENGLISH, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }

  /** Returns a number with the given decimals. */
  public String number(double number, int decimals) {
    return String.format(Locale.ENGLISH, "%,." + decimals + "f", number);
  }

  /**
   * Returns the beginning of a text as it is shown: it may end within a word, which is left out.
   */
  public String beginning(String text, int cutAt) {
    return text.length() < cutAt ? text : text.replaceAll("\\W*\\w*$", "") + "…";
  }

  /** Returns the beginning of a content, as in post summaries. */
  public String summary(String content) {
    return Content.summary(content);
  }

  /** Returns the paragraphs of a text: they have empty lines between them. */
  public List<String> paragraphs(String text) {
    return Arrays.stream(text.split("\\R\\s*\\R")).map(String::strip).toList();
  }

  /** Returns the first letters of a name's first and last word. */
  public String initials(String name) {
    String[] words = name.strip().split("\\s+");
    String last = words.length > 1 ? first(words[words.length - 1]) : "";
    return first(words[0]) + last;
  }

  private static String first(String word) {
    return word.substring(0, word.offsetByCodePoints(0, 1)).toUpperCase(Locale.ROOT);
  }

  /** Returns the number of a user's color. */
  public int hue(UserId id) {
    return Math.floorMod(id.value().hashCode(), HUES);
  }
}
