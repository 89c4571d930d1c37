package dev.cosmosblog.store.internal.frontpage;

import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.list.ListEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The container of the feed: the newest posts in short form, in one item. */
public final class FrontPageRepository {
  /** The place of the front page. */
  public static final ItemKey KEY = new ItemKey(FrontPageItem.ID, ItemType.FRONT_PAGE);

  private final ItemContainer feed;

  public FrontPageRepository(ItemContainer feed) {
    this.feed = feed;
  }

  public List<PostSummary> newest(int count, OperationContext context) {
    List<PostItem> posts =
        feed.read(KEY, FrontPageItem.class, context)
            .map(found -> found.item().posts())
            .orElse(List.of());
    List<PostSummary> summaries = new ArrayList<>();
    for (PostItem post : posts.subList(0, Math.min(count, posts.size()))) {
      ListEntry.of(post).addTo(summaries, PostItem::toSummary, context);
    }
    return Collections.unmodifiableList(summaries);
  }
}
