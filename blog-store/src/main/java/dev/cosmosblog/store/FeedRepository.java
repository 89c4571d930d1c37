package dev.cosmosblog.store;

import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.item.FeedItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import java.util.List;

/** The container of the feed: the newest posts in short form, in one item. */
final class FeedRepository {
  /** Where the feed stands. */
  static final ItemKey KEY = new ItemKey(FeedItem.ID, ItemType.FEED);

  private final ItemContainer feed;

  FeedRepository(ItemContainer feed) {
    this.feed = feed;
  }

  List<PostSummary> newest(int count, RequestMeter meter) {
    return feed.read(KEY, FeedItem.class, meter).stream()
        .flatMap(found -> found.item().posts().stream())
        .limit(count)
        .flatMap(post -> ListEntry.of(post).value(PostItem::toSummary, meter))
        .toList();
  }
}
