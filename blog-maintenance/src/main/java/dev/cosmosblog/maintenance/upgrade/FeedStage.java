package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.store.internal.item.ItemPlace;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the feed where there is none, so that the front page has one while the posts are gone
 * through; the check brings it to its end.
 */
final class FeedStage implements Stage {
  private final Blog blog;
  private final boolean feedIsThere;

  FeedStage(Blog blog, boolean feedIsThere) {
    this.blog = blog;
    this.feedIsThere = feedIsThere;
  }

  @Override
  public RunPhase phase() {
    return RunPhase.FEED;
  }

  @Override
  public long total() {
    return 1;
  }

  @Override
  public List<String> ranges() {
    return List.of("feed");
  }

  @Override
  public Optional<String> page(String range, Optional<String> after, Sink sink) {
    boolean missing = !feedIsThere || blog.items().find(ItemPlace.ofFeed()).isEmpty();
    if (missing) {
      if (!blog.dryRun()) {
        blog.copies().updateFeed(List.of(), Set.of(), blog.store().feedSize());
      }
      sink.changed(RunChange.FEED_WRITTEN, ItemPlace.ofFeed());
    }
    sink.scanned(1);
    return Optional.empty();
  }
}
