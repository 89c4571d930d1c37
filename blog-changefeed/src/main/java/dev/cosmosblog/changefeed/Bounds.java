package dev.cosmosblog.changefeed;

import java.time.Duration;
import java.util.regex.Pattern;

/** What the settings of a change feed may be. */
final class Bounds {
  /** What runs on goes on within a day, or nobody notices that it does not. */
  private static final Duration LONGEST = Duration.ofDays(1);

  /**
   * A lease's id has the prefix, and a lease names its host: text that any tool shows as it is,
   * without what an id can't have. The tilde is for the records beside the leases.
   */
  private static final Pattern NAME = Pattern.compile("[!-}&&[^/\\\\?#]]{1,200}");

  /** A century: no clock of nanoseconds goes round in it. */
  private static final Duration FOREVER = Duration.ofDays(36_500);

  private Bounds() {}

  static Duration positive(String what, Duration duration) {
    return positive(what, duration, LONGEST);
  }

  static Duration positive(String what, Duration duration, Duration longest) {
    if (duration.isNegative() || duration.isZero() || duration.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "The %s must be more than zero and at most %s, and not %s."
              .formatted(what, longest, duration));
    }
    return duration;
  }

  static String name(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "The %s must be 1 to 200 visible ASCII characters without / \\ ? # and ~."
              .formatted(what));
    }
    return name;
  }

  /** How long to wait at most; below zero, not at all. */
  static long nanos(Duration timeout) {
    if (timeout.isNegative()) {
      return 0;
    }
    return (timeout.compareTo(FOREVER) > 0 ? FOREVER : timeout).toNanos();
  }
}
