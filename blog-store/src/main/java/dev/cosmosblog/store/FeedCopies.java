package dev.cosmosblog.store;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.ItemContainer.Query;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Keeps the feed: puts short copies in and cuts it to its size. */
final class FeedCopies {
  private static final String NEWEST =
      "SELECT TOP @count c.id, c.creationDate FROM c ORDER BY c.creationDate DESC, c.id DESC";

  /** How many posts beyond the feed's size are deleted after one query. */
  private static final int AT_ONCE = 100;

  private final ItemContainer feed;
  private final GuardedCopy copies;

  FeedCopies(ItemContainer feed) {
    this.feed = feed;
    this.copies = new GuardedCopy(feed);
  }

  CopyOutcome put(PostItem copy, RequestMeter meter) {
    return copies.put(copy, key(String.valueOf(copy.id())), meter);
  }

  CopyOutcome update(PostItem copy, RequestMeter meter) {
    return copies.update(copy, key(String.valueOf(copy.id())), meter);
  }

  boolean remove(PostId id, RequestMeter meter) {
    return feed.delete(key(id.value()), null, meter) == Write.DONE;
  }

  FeedState trim(int size, RequestMeter meter) {
    List<PostItem> newest = newest(size + AT_ONCE, meter);
    while (newest.size() > size) {
      for (PostItem beyond : newest.subList(size, newest.size())) {
        feed.delete(key(String.valueOf(beyond.id())), null, meter);
      }
      boolean more = newest.size() == size + AT_ONCE;
      newest = more ? newest(size + AT_ONCE, meter) : newest.subList(0, size);
    }
    return state(newest, size);
  }

  private static FeedState state(List<PostItem> posts, int size) {
    Set<String> ids =
        posts.stream().map(post -> String.valueOf(post.id())).collect(Collectors.toSet());
    Optional<FeedFloor> floor =
        posts.size() < size ? Optional.empty() : Optional.of(FeedFloor.of(posts.get(size - 1)));
    return new FeedState(ids, floor);
  }

  private List<PostItem> newest(int count, RequestMeter meter) {
    SqlQuerySpec spec = new SqlQuerySpec(NEWEST, List.of(new SqlParameter("@count", count)));
    return feed.first(count, new Query(spec, ItemType.POST, count), PostItem.class, meter);
  }

  private static ItemKey key(String id) {
    return new ItemKey(id, ItemType.POST);
  }
}
