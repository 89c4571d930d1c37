package dev.cosmosblog.store;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.ItemContainer.Query;
import java.util.List;

/** The container of the feed: the newest posts in short form, in one logical partition. */
final class FeedRepository {
  private static final String NEWEST =
      "SELECT TOP @count * FROM c ORDER BY c.creationDate DESC, c.id DESC";

  private final ItemContainer feed;

  FeedRepository(ItemContainer feed) {
    this.feed = feed;
  }

  List<PostSummary> newest(int count, RequestMeter meter) {
    SqlQuerySpec spec = new SqlQuerySpec(NEWEST, List.of(new SqlParameter("@count", count)));
    Query query = new Query(spec, ItemType.POST, count);
    return new ListRows<>(feed, PostItem.class, CommentOrder.NEWEST_FIRST)
        .find(query, meter).stream()
            .flatMap(entry -> entry.value(PostItem::toSummary, meter))
            .toList();
  }
}
