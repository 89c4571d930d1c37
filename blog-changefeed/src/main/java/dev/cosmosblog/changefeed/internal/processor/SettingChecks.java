package dev.cosmosblog.changefeed.internal.processor;

import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

/** Checks the values of settings; each method returns the value or throws. */
public final class SettingChecks {
  /** The longest interval: work that recurs less than once a day may as well have stopped. */
  private static final Duration LONGEST = Duration.ofDays(1);

  /**
   * The id of a lease begins with the prefix, and a lease names its host: text that every tool
   * shows unchanged, without what an id cannot have. The tilde is reserved for other documents in
   * the leases container.
   */
  private static final Pattern NAME = Pattern.compile("[!-}&&[^/\\\\?#]]{1,200}");

  private SettingChecks() {}

  /** Returns an interval of at most a day, or throws. */
  public static Duration positive(String setting, Duration value) {
    return positive(setting, value, LONGEST);
  }

  public static Duration positive(String setting, Duration value, Duration longest) {
    Objects.requireNonNull(value, setting);
    if (value.isNegative() || value.isZero() || value.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "%s must be more than zero and at most %s, but was %s."
              .formatted(setting, longest, value));
    }
    return value;
  }

  public static int between(String setting, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s must be between %,d and %,d, but was %,d.".formatted(setting, least, most, value));
    }
    return value;
  }

  public static String name(String setting, String value) {
    Objects.requireNonNull(value, setting);
    if (!NAME.matcher(value).matches()) {
      throw new IllegalArgumentException(
          setting + " must be 1 to 200 visible ASCII characters without / \\ ? # and ~.");
    }
    return value;
  }
}
