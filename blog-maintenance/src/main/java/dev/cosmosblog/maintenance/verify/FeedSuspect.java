package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.BlogContainer;
import dev.cosmosblog.store.ItemPlace;
import dev.cosmosblog.store.StoredItem;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The feed, which may not hold exactly the newest posts. It is read before the posts: a post whose
 * deletion was handled before is not among them, and one that is handled later writes the feed.
 */
record FeedSuspect(Blog blog, int feedSize) implements Suspect {
  @Override
  public Look look() {
    Optional<StoredItem> seen = blog.items().find(ItemPlace.ofFeed());
    FrontPageItem right = FrontPageItem.of(feedSize, false, newest());
    if (seen.isEmpty() && right.posts().isEmpty()) {
      return Look.RIGHT;
    }
    Optional<FrontPageItem> found = seen.flatMap(FeedSuspect::read);
    if (found.filter(right::equals).isPresent()) {
      return Look.RIGHT;
    }
    Finding finding =
        new Finding(
            FindingKind.WRONG_FEED,
            ItemPlace.ofFeed(),
            found.map(feed -> difference(feed, right)).orElse("no feed that can be read"),
            "the newest " + right.posts().size() + " posts",
            true);
    return new Look.Wrong(
        finding,
        seen.map(StoredItem::etag).orElse("-") + right.hashCode(),
        () -> blog.mends().writeFeed(seen, right));
  }

  private static Optional<FrontPageItem> read(StoredItem feed) {
    try {
      return Optional.of(feed.feed());
    } catch (MalformedItemException e) {
      return Optional.empty();
    }
  }

  /**
   * Those that can be read: a query over all physical partitions, again for more where some can't.
   */
  private List<PostItem> newest() {
    int asked = feedSize;
    while (true) {
      List<StoredItem> found = blog.items().newestPosts(asked);
      List<PostItem> readable =
          found.stream()
              .filter(post -> ItemReading.problem(BlogContainer.POSTS, post).isEmpty())
              .map(post -> post.post().shortCopy())
              .limit(feedSize)
              .toList();
      if (readable.size() == feedSize || found.size() < asked) {
        return readable;
      }
      asked *= 2;
    }
  }

  private static String difference(FrontPageItem found, FrontPageItem right) {
    Set<PostItem> same = new HashSet<>(right.posts());
    same.retainAll(found.posts());
    return "a feed of %d posts, %d of them right%s"
        .formatted(
            found.posts().size(), same.size(), found.incomplete() ? ", marked as incomplete" : "");
  }
}
