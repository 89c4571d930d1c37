package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.scan.Waiter;
import dev.cosmosblog.maintenance.upgrade.Stage.Sink;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.MissingFields;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Map;
import java.util.Optional;

/**
 * Brings a post into this library's form: first the post itself with its counts, in one write that
 * fails if a comment or like came or went since they were counted; then what belongs to it. From
 * the first write on the counts are right at every read, since all others leave them as right as
 * they were.
 */
final class PostAdoption {
  private final Blog blog;
  private final ForeignItems foreign;
  private final Attempts attempts;
  private final ReactionAdoption reactions;

  PostAdoption(Blog blog, ForeignItems foreign, Waiter waiter) {
    this.blog = blog;
    this.foreign = foreign;
    this.attempts = new Attempts(waiter);
    this.reactions = new ReactionAdoption(blog, foreign, attempts);
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
    page.items().stream()
        .filter(item -> ForeignItems.isReaction(item) || ForeignItems.isReadablePost(item))
        .forEach(item -> tellDate(item, sink));
    if (page.isFirst() && lacksSomething(post.get(), page, names)) {
      fill(page.postId(), names, sink);
    }
    reactions.adopt(page, names, sink);
    return post;
  }

  /** The check knows nothing of dates. */
  private void tellDate(StoredItem item, Sink sink) {
    foreign
        .dateProblem(item)
        .ifPresent(why -> sink.found(Unfinished.left(FindingKind.NOT_UPGRADED, item, why)));
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
        || !post.isCountable()
        || post.post().commentCount() != right.comments()
        || post.post().likeCount() != right.likes();
  }

  /**
   * A post that is written each time that it is counted gets the rest without its counts. The check
   * counts it; of dates and types it knows nothing.
   */
  private void fill(String postId, Map<String, VersionedName> names, Sink sink)
      throws InterruptedException {
    Tried last = attempts.repeat(() -> fillCounted(postId, names, sink));
    if (last == Tried.LOST) {
      last = attempts.repeat(() -> fillUncounted(postId, names, sink));
    }
    Unfinished.tell(last, ItemPlace.ofPost(postId), sink);
  }

  private Tried fillCounted(String postId, Map<String, VersionedName> names, Sink sink) {
    Optional<StoredItem> seen = find(postId).filter(ForeignItems::isReadablePost);
    if (seen.isEmpty()) {
      return Tried.DONE;
    }
    MissingFields fill = foreign.fill(seen.get(), names);
    PostCounts right = blog.items().count(postId);
    boolean uncounted = lacksCounts(seen.get(), right);
    if (!uncounted && fill.isNothing()) {
      return Tried.DONE;
    }
    Tried tried = blog.tries(() -> blog.adoption().fillPost(fill, right));
    if (tried == Tried.DONE) {
      tell(fill, uncounted, sink);
    }
    return tried;
  }

  private Tried fillUncounted(String postId, Map<String, VersionedName> names, Sink sink) {
    Optional<MissingFields> fill =
        find(postId)
            .filter(ForeignItems::isReadablePost)
            .map(post -> foreign.fill(post, names))
            .filter(found -> !found.isNothing());
    if (fill.isEmpty()) {
      return Tried.DONE;
    }
    Tried tried = blog.tries(() -> blog.adoption().fillUncounted(fill.get()));
    if (tried == Tried.DONE) {
      tell(fill.get(), false, sink);
    }
    return tried;
  }

  private static void tell(MissingFields fill, boolean counted, Sink sink) {
    ReactionAdoption.tell(fill, sink);
    if (counted) {
      sink.changed(RunChange.COUNTS_SET, fill.item().place(BlogContainer.POSTS));
    }
  }
}
