package dev.cosmosblog.changefeed;

import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.BlogCopies;
import dev.cosmosblog.store.CopyOutcome;
import dev.cosmosblog.store.FeedFloor;
import dev.cosmosblog.store.FeedState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * From posts to the feed: the short copies of the newest posts, and no others.
 *
 * <p>The feed as it was last cut is kept in memory. Its last post only ever moves towards newer
 * ones, so a post before it needs no look at the feed. The feed is cut whenever a post may have come
 * in that this host does not know of: one that it put in itself, or one that another host put in and
 * may have died before cutting.
 */
final class FeedKeeper implements ChangeHandler {
  private final BlogCopies copies;
  private final int feedSize;

  /** The feed as last cut by this host; replaced as a whole, read and written by many threads. */
  private volatile @Nullable FeedState known;

  FeedKeeper(BlogCopies copies, int feedSize) {
    this.copies = copies;
    this.feedSize = feedSize;
  }

  @Override
  public void handle(List<BlogChange> changes) {
    FeedState before = known;
    boolean cut = before == null;
    for (PostItem post : NewestPosts.of(changes)) {
      if (mayEnter(post, before)) {
        CopyOutcome outcome = copies.copyToFeed(post);
        cut |= outcome != CopyOutcome.UPDATED || !holds(before, post);
      }
    }
    if (cut) {
      known = copies.trimFeed(feedSize);
    }
  }

  private static boolean mayEnter(PostItem post, @Nullable FeedState feed) {
    return feed == null
        || feed.floor().map(floor -> FeedFloor.of(post).compareTo(floor) >= 0).orElse(true);
  }

  private static boolean holds(@Nullable FeedState feed, PostItem post) {
    return feed != null && feed.postIds().contains(String.valueOf(post.id()));
  }
}
