package dev.cosmosblog.changefeed.view;

import java.time.Duration;
import java.util.Objects;

/**
 * The settings of a custom view.
 *
 * @param start where a new view starts reading
 * @param everyHost whether each host has a separate view with all posts, such as an index in
 *     memory, which starts anew with the host; otherwise the hosts share one view, and each handles
 *     some of the posts
 * @param timeLimit the time after which a call is interrupted; it is repeated once it has ended. At
 *     most a sixth of the time that the lease allows for a batch, which is 70 s by default
 */
public record ViewConfig(Start start, boolean everyHost, Duration timeLimit) {
  private static final Duration LONGEST = Duration.ofDays(1);

  /** A view from the beginning, shared by all hosts, with a time limit of a minute. */
  public static final ViewConfig DEFAULT =
      new ViewConfig(Start.BEGINNING, false, Duration.ofMinutes(1));

  /** Where a new view starts reading. */
  public enum Start {
    /** At the first post, so that the view receives all existing posts. */
    BEGINNING,
    /** At the time when a host first registers the view's name, or up to a second before. */
    NOW
  }

  public ViewConfig {
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(timeLimit, "timeLimit");
    if (timeLimit.toMillis() < 1 || timeLimit.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "timeLimit must be between 1 ms and %s, but was %s.".formatted(LONGEST, timeLimit));
    }
  }

  /** {@return these settings with {@link Start#NOW}} */
  public ViewConfig startingNow() {
    return new ViewConfig(Start.NOW, everyHost, timeLimit);
  }

  /** {@return these settings with a separate view on each host} */
  public ViewConfig onEveryHost() {
    return new ViewConfig(start, true, timeLimit);
  }

  /**
   * {@return these settings with another time limit}
   *
   * @param limit 1 ms to a day
   */
  public ViewConfig withTimeLimit(Duration limit) {
    Objects.requireNonNull(limit, "limit");
    return new ViewConfig(start, everyHost, limit);
  }
}
