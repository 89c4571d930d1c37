package dev.cosmosblog.changefeed.verify;

import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.BlogContainer;
import dev.cosmosblog.store.StoredItem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The posts that the feed should hold, as they were when they were last looked up. */
final class FeedBoard {
  private final Blog blog;
  private final int feedSize;

  /** Short copies by their posts' ids; replaced as a whole, used by the run's thread alone. */
  private Map<String, PostItem> newest = Map.of();

  FeedBoard(Blog blog, int feedSize) {
    this.blog = blog;
    this.feedSize = feedSize;
  }

  /** Looks them up: one query over all physical partitions, more where posts can't be read. */
  void refresh() {
    int asked = feedSize;
    Map<String, PostItem> readable = Map.of();
    boolean more = true;
    while (more && readable.size() < feedSize) {
      List<StoredItem> found = blog.items().newestPosts(asked);
      readable = readable(found);
      more = found.size() == asked;
      asked *= 2;
    }
    newest = readable;
  }

  private Map<String, PostItem> readable(List<StoredItem> posts) {
    Map<String, PostItem> readable = new LinkedHashMap<>();
    for (StoredItem post : posts) {
      if (readable.size() < feedSize && ItemReading.problem(BlogContainer.POSTS, post).isEmpty()) {
        readable.put(post.id(), post.post().shortCopy());
      }
    }
    return readable;
  }

  Set<String> postIds() {
    return newest.keySet();
  }

  boolean shows(StoredItem copy) {
    PostItem wanted = newest.get(copy.id());
    return wanted != null && CopySuspect.isCopyOf(copy, wanted);
  }
}
