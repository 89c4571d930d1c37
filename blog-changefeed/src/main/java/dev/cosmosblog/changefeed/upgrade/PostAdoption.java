package dev.cosmosblog.changefeed.upgrade;

import dev.cosmosblog.changefeed.scan.Waiter;
import dev.cosmosblog.changefeed.upgrade.Stage.Sink;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.BlogContainer;
import dev.cosmosblog.store.ItemFill;
import dev.cosmosblog.store.ItemPlace;
import dev.cosmosblog.store.PostCounts;
import dev.cosmosblog.store.StoredItem;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Brings a post into this library's form: first the post itself with its counts, in one write that
 * fails if a comment or like came or went since they were counted; then what belongs to it. From the
 * first write on the counts are right at every read, since all others leave them as right as they were.
 */
final class PostAdoption {
  /** So many times a post that is written all the time is counted, before the check has its turn. */
  private static final int ATTEMPTS = 20;

  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Blog blog;
  private final ForeignItems foreign;
  private final Waiter waiter;
  private final ReactionAdoption reactions;

  PostAdoption(Blog blog, ForeignItems foreign, Waiter waiter) {
    this.blog = blog;
    this.foreign = foreign;
    this.waiter = waiter;
    this.reactions = new ReactionAdoption(blog, foreign);
  }

  /** The live post, as the page showed it; empty where there is none, or it can't be read. */
  Optional<StoredItem> adopt(PostPage page, Map<String, VersionedName> names, Sink sink)
      throws InterruptedException {
    Optional<StoredItem> post =
        page.post()
            .or(() -> page.isWhole() ? Optional.empty() : find(page.postId()))
            .filter(ForeignItems::isReadablePost);
    if (post.isEmpty()) {
      return post;
    }
    boolean lacking = page.isFirst() && lacksSomething(post.get(), page, names);
    if (!lacking || fill(page.postId(), names, sink)) {
      reactions.adopt(page, names, sink);
    }
    return post;
  }

  private Optional<StoredItem> find(String postId) {
    return blog.items().find(ItemPlace.ofPost(postId));
  }

  /** Of a post with more items than a page has, only a count tells. */
  private boolean lacksSomething(StoredItem post, PostPage page, Map<String, VersionedName> names) {
    PostCounts counts = new PostCounts(page.number(ItemType.COMMENT), page.number(ItemType.LIKE));
    return !page.isWhole() || lacksCounts(post, counts) || !foreign.fill(post, names).isNothing();
  }

  private static boolean lacksCounts(StoredItem post, PostCounts right) {
    return post.lacks("commentCount")
        || post.lacks("likeCount")
        || post.post().commentCount() != right.comments()
        || post.post().likeCount() != right.likes();
  }

  /** Whether the post and its counts are right now, or it is none any more. */
  private boolean fill(String postId, Map<String, VersionedName> names, Sink sink)
      throws InterruptedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<StoredItem> seen = find(postId).filter(ForeignItems::isReadablePost);
      if (seen.isEmpty()) {
        return true;
      }
      ItemFill fill = foreign.fill(seen.get(), names);
      PostCounts right = blog.items().count(postId);
      boolean uncounted = lacksCounts(seen.get(), right);
      if (!uncounted && fill.isNothing()) {
        return true;
      }
      if (blog.writes(() -> blog.adoption().fillPost(fill, right))) {
        tell(fill, uncounted, sink);
        return true;
      }
      waiter.await(PAUSE);
    }
    return false;
  }

  private static void tell(ItemFill fill, boolean counted, Sink sink) {
    ReactionAdoption.tell(fill, sink);
    if (counted) {
      sink.changed(RunChange.COUNTS_SET, fill.item().place(BlogContainer.POSTS));
    }
  }
}
