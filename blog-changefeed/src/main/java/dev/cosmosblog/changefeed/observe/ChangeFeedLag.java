package dev.cosmosblog.changefeed.observe;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * How far the copies are behind their sources, over all hosts.
 *
 * @param ranges the lag of each range of both containers
 */
public record ChangeFeedLag(List<RangeLag> ranges) {
  /** Copies the list. */
  public ChangeFeedLag {
    ranges = List.copyOf(ranges);
  }

  /**
   * Counts the changes in the users container that are not handled yet.
   *
   * @return the number of changes
   */
  public long users() {
    return changes(ChangeSource.USERS);
  }

  /**
   * Counts the changes in the posts container that are not handled yet.
   *
   * @return the number of changes
   */
  public long posts() {
    return changes(ChangeSource.POSTS);
  }

  private long changes(ChangeSource source) {
    return ranges.stream()
        .filter(range -> range.source() == source)
        .mapToLong(RangeLag::changes)
        .sum();
  }

  /**
   * Returns the age of the oldest change that is not handled yet.
   *
   * @return the age; zero if all changes are handled
   */
  public Duration age() {
    return ranges.stream().map(RangeLag::age).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
  }

  /**
   * Checks whether all changes are handled.
   *
   * @return whether no range has a change that is not handled
   */
  public boolean isZero() {
    return ranges.stream().allMatch(range -> range.changes() == 0);
  }
}
