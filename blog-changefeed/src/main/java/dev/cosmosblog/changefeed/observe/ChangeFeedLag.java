package dev.cosmosblog.changefeed.observe;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The lag of the copies behind their sources, over all hosts.
 *
 * @param ranges the lag of each range of both containers
 */
public record ChangeFeedLag(List<RangeLag> ranges) {
  /**
   * The lag of one range of a container.
   *
   * @param source the container
   * @param range the range, as its lease names it; empty for the ranges that have no lease yet
   * @param host the host that holds the range, or empty if none does
   * @param changes the number of changes that aren't handled yet; a transaction counts as one, and
   *     all ranges without a lease together count as one
   * @param age the age of the oldest such change in whole seconds, by the clocks of Cosmos DB and
   *     this host; zero if all changes are handled or the age is unknown
   */
  public record RangeLag(
      ChangeSource source, String range, Optional<String> host, long changes, Duration age) {
    public RangeLag {
      Objects.requireNonNull(source, "source");
      Objects.requireNonNull(range, "range");
      Objects.requireNonNull(host, "host");
      Objects.requireNonNull(age, "age");
    }
  }

  public ChangeFeedLag {
    ranges = List.copyOf(Objects.requireNonNull(ranges, "ranges"));
  }

  /** {@return the number of changes in the users container that are not handled yet} */
  public long users() {
    return changes(ChangeSource.USERS);
  }

  /** {@return the number of changes in the posts container that are not handled yet} */
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
   * {@return the age of the oldest change that isn't handled yet; zero if all changes are handled}
   */
  public Duration age() {
    return ranges.stream().map(RangeLag::age).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
  }

  /** {@return whether all changes are handled; false if there are no ranges} */
  public boolean isZero() {
    return !ranges.isEmpty() && ranges.stream().allMatch(range -> range.changes() == 0);
  }
}
