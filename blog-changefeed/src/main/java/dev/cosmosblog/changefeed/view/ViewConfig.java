package dev.cosmosblog.changefeed.view;

import java.time.Duration;
import java.util.Objects;

/**
 * How the change feed keeps a view.
 *
 * @param start where a view begins that no host has kept before
 * @param everyHost whether each host maintains a separate view with all posts, such as an index in
 *     its process, and begins at each start anew; otherwise the hosts share one view, each with
 *     some of the posts
 * @param timeLimit the time after which a call counts as hanging: it is interrupted, and repeated
 *     once it has ended. A sixth of what the lease of a batch allows if that is less: 70 s by
 *     default
 */
public record ViewConfig(Start start, boolean everyHost, Duration timeLimit) {
  private static final Duration LONGEST = Duration.ofDays(1);

  /** From the beginning, shared by all hosts, with a time limit of a minute. */
  public static final ViewConfig DEFAULT =
      new ViewConfig(Start.BEGINNING, false, Duration.ofMinutes(1));

  /** Where a view begins. */
  public enum Start {
    /** At the first post: with all posts that there are. */
    BEGINNING,
    /** At the moment when a host first registers the view's name, or a second before. */
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

  /** {@return the same with {@link Start#NOW}} */
  public ViewConfig startingNow() {
    return new ViewConfig(Start.NOW, everyHost, timeLimit);
  }

  /** {@return the same for a view of each host} */
  public ViewConfig onEveryHost() {
    return new ViewConfig(start, true, timeLimit);
  }

  /**
   * {@return the same with another time limit}
   *
   * @param limit 1 ms to a day
   */
  public ViewConfig withTimeLimit(Duration limit) {
    Objects.requireNonNull(limit, "limit");
    return new ViewConfig(start, everyHost, limit);
  }
}
