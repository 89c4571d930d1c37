package com.example.web;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.UserId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.util.UriUtils;

/** Formats values for the pages. */
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

  /** Returns the path of a post's page. */
  public String link(@Nullable Slug slug, PostId id) {
    return slug == null
        ? "/posts/" + UriUtils.encodePathSegment(id.value(), StandardCharsets.UTF_8)
        : "/p/" + UriUtils.encodePathSegment(slug.value(), StandardCharsets.UTF_8);
  }

  /** Formats a month with its year. */
  public String month(YearMonth month) {
    return MONTH.format(month);
  }

  /** Formats a date as day and month. */
  public String day(Instant date) {
    return DAY_OF_MONTH.format(date);
  }

  /** Returns a count with its noun in singular or plural. */
  public String count(long number, String noun) {
    return String.format(Locale.ENGLISH, "%,d %s%s", number, noun, number == 1 ? "" : "s");
  }

  /** Formats a number with the given number of decimals. */
  public String number(double number, int decimals) {
    return String.format(Locale.ENGLISH, "%,." + decimals + "f", number);
  }

  /** Removes the last word of a truncated text, because the cut may be within it. */
  public String beginning(String text, int cutAt) {
    return text.length() < cutAt ? text : text.replaceAll("\\W*\\w*$", "") + "…";
  }

  /** Splits a text into paragraphs at empty lines. */
  public List<String> paragraphs(String text) {
    return Arrays.stream(text.split("\\R\\s*\\R")).map(String::strip).toList();
  }

  /** Returns the initials of the first and the last word of a name. */
  public String initials(String name) {
    String[] words = name.strip().split("\\s+");
    String last = words.length > 1 ? first(words[words.length - 1]) : "";
    return first(words[0]) + last;
  }

  private static String first(String word) {
    return word.substring(0, word.offsetByCodePoints(0, 1)).toUpperCase(Locale.ROOT);
  }

  /** Returns the index of a user's color. */
  public int hue(UserId id) {
    return Math.floorMod(id.value().hashCode(), HUES);
  }
}
