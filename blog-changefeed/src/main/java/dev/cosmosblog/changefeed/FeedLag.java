package dev.cosmosblog.changefeed;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * How far the copies are behind, over all hosts.
 *
 * @param ranges each range of both containers
 */
public record FeedLag(List<RangeLag> ranges) {
  /** Copies the ranges. */
  public FeedLag {
    ranges = List.copyOf(ranges);
  }

  /**
   * Changes in the container of users that are not handled yet.
   *
   * @return how many
   */
  public long users() {
    return changes(SourceFeed.USERS);
  }

  /**
   * Changes in the container of posts that are not handled yet.
   *
   * @return how many
   */
  public long posts() {
    return changes(SourceFeed.POSTS);
  }

  private long changes(SourceFeed feed) {
    return ranges.stream().filter(range -> range.feed() == feed).mapToLong(RangeLag::changes).sum();
  }

  /**
   * How long ago the oldest change was written that is not handled yet.
   *
   * @return zero where all are handled
   */
  public Duration age() {
    return ranges.stream().map(RangeLag::age).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
  }

  /**
   * Whether nothing is left to handle.
   *
   * @return whether no range has a change that is not handled
   */
  public boolean isZero() {
    return ranges.stream().allMatch(range -> range.changes() == 0);
  }
}
