package dev.cosmosblog.changefeed;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.BlogCopies;
import dev.cosmosblog.store.CopyOutcome;
import dev.cosmosblog.store.FeedFloor;
import dev.cosmosblog.store.FeedState;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the feed: the short copies of the newest posts, and no others.
 *
 * <p>The feed as this host last cut it is kept in memory, and tells which posts may enter. It may be
 * behind what other hosts did: a post that is new, or that comes again, is compared with the feed as
 * it is now; any other post from before the feed's last one is written only where the feed has it.
 * The feed is cut whenever a post may have come in that this host does not know of: one that it put
 * in itself, or one that another host put in and may have died before cutting. It is filled up from
 * the posts themselves when one left it.
 */
final class FeedKeeper {
  private final BlogCopies copies;
  private final int feedSize;

  /** The feed as last cut by this host; replaced as a whole, read and written by many threads. */
  private volatile @Nullable FeedState known;

  FeedKeeper(BlogCopies copies, int feedSize) {
    this.copies = copies;
    this.feedSize = feedSize;
  }

  Batch begin() {
    return new Batch(known);
  }

  private FeedState cut() {
    FeedState state = copies.trimFeed(feedSize);
    known = state;
    return state;
  }

  private static boolean mayEnter(PostItem post, @Nullable FeedState feed) {
    return feed == null
        || feed.floor().map(floor -> FeedFloor.of(post).compareTo(floor) >= 0).orElse(true);
  }

  private static boolean holds(@Nullable FeedState feed, PostItem post) {
    return feed != null && feed.postIds().contains(String.valueOf(post.id()));
  }

  /** What one batch of changes does to the feed; used by one thread. */
  final class Batch {
    private @Nullable FeedState feed;
    private boolean fresh;
    private boolean mustCut;
    private boolean mustFill;

    private Batch(@Nullable FeedState feed) {
      this.feed = feed;
      this.mustCut = feed == null;
    }

    /** A post was written; how its copy beside its author fared tells whether it is new here. */
    CopyOutcome offer(PostItem post, CopyOutcome besideAuthor) {
      if (!mayEnter(post, feed) && besideAuthor != CopyOutcome.UPDATED) {
        refresh();
      }
      if (!mayEnter(post, feed)) {
        return copies.updateInFeed(post);
      }
      CopyOutcome outcome = copies.copyToFeed(post);
      mustCut |= outcome != CopyOutcome.UPDATED || !holds(feed, post);
      return outcome;
    }

    private void refresh() {
      if (!fresh) {
        feed = cut();
        fresh = true;
      }
    }

    /** A post may have left the feed. */
    void left() {
      mustFill = true;
    }

    void end() {
      if (mustFill) {
        fill();
      } else if (mustCut) {
        cut();
      }
    }

    private void fill() {
      FeedState state = cut();
      if (state.postIds().size() < feedSize) {
        for (PostItem post : copies.newestPosts(feedSize)) {
          if (!holds(state, post)) {
            put(post);
          }
        }
        cut();
      }
    }

    private void put(PostItem post) {
      PostId id = PostId.of(String.valueOf(post.id()));
      if (copies.copyToFeed(post) == CopyOutcome.CREATED && !copies.isLive(id)) {
        copies.removeFromFeed(id);
      }
    }
  }
}
