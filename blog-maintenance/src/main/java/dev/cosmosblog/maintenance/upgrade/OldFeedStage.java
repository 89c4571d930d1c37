package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.List;
import java.util.Optional;

/** Takes the article's feed away, an item for each post, once ours is there. */
final class OldFeedStage implements Stage {
  private final Blog blog;
  private final boolean feedIsThere;
  private final int pageSize;

  OldFeedStage(Blog blog, boolean feedIsThere, int pageSize) {
    this.blog = blog;
    this.feedIsThere = feedIsThere;
    this.pageSize = pageSize;
  }

  @Override
  public RunPhase phase() {
    return RunPhase.OLD_FEED;
  }

  @Override
  public long total() {
    return feedIsThere ? blog.items().number(BlogContainer.FEED) : 0;
  }

  @Override
  public List<String> ranges() {
    return feedIsThere ? List.of(ItemType.POST) : List.of();
  }

  @Override
  public Optional<String> page(String range, Optional<String> after, Sink sink) {
    ItemPlace from = new ItemPlace(BlogContainer.FEED, range, after.orElse(""));
    List<StoredItem> page = blog.items().partition(from, pageSize);
    for (StoredItem item : page) {
      if (blog.dryRun() || blog.mends().delete(BlogContainer.FEED, item)) {
        sink.changed(RunChange.FEED_ENTRY_REMOVED, item.place(BlogContainer.FEED));
      }
    }
    sink.scanned(page.size());
    return page.size() < pageSize ? Optional.empty() : Optional.of(page.get(page.size() - 1).id());
  }
}
