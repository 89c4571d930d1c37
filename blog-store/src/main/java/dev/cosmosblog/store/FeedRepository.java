package dev.cosmosblog.store;

import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The container of the feed: the newest posts in short form, in one item. */
final class FeedRepository {
  /** Where the feed stands. */
  static final ItemKey KEY = new ItemKey(FrontPageItem.ID, ItemType.FRONT_PAGE);

  private final ItemContainer feed;

  FeedRepository(ItemContainer feed) {
    this.feed = feed;
  }

  List<PostSummary> newest(int count, RequestMeter meter) {
    List<PostItem> posts =
        feed.read(KEY, FrontPageItem.class, meter)
            .map(found -> found.item().posts())
            .orElse(List.of());
    List<PostSummary> summaries = new ArrayList<>();
    for (PostItem post : posts.subList(0, Math.min(count, posts.size()))) {
      ListEntry.of(post).addTo(summaries, PostItem::toSummary, meter);
    }
    return Collections.unmodifiableList(summaries);
  }
}
