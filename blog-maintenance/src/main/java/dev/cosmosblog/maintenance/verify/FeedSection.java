package dev.cosmosblog.maintenance.verify;

import java.util.List;
import java.util.Optional;

/**
 * The feed against the newest posts: one point read, and one query over all physical partitions.
 */
final class FeedSection implements Section {
  private static final String RANGE = "feed";

  private final Suspect feed;

  FeedSection(Blog blog, int feedSize) {
    this.feed = new FeedSuspect(blog, feedSize);
  }

  @Override
  public List<String> ranges() {
    return List.of(RANGE);
  }

  @Override
  public Optional<String> page(String range, Optional<String> after, Sink sink)
      throws InterruptedException {
    sink.scanned(1);
    sink.suspects(List.of(feed));
    return Optional.empty();
  }
}
