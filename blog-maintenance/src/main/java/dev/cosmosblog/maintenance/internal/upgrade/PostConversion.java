package dev.cosmosblog.maintenance.internal.upgrade;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.Findings;
import dev.cosmosblog.maintenance.internal.run.RunLog;
import dev.cosmosblog.maintenance.internal.run.RunTimer;
import dev.cosmosblog.maintenance.internal.run.WriteAttempt;
import dev.cosmosblog.maintenance.internal.upgrade.UpgradePosts.PostPage;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.MissingFields;
import java.util.Map;
import java.util.Optional;

/**
 * Converts one post: first the post with its counts, in one write that fails if a comment or like
 * was added or removed since they were counted; then its comments and likes. From the first write
 * on, the counts are exact at every read, because all later writes keep them exact.
 */
final class PostConversion {
  private final BlogAccess blog;
  private final ForeignItems foreign;
  private final RunTimer timer;
  private final ReactionConversion reactions;

  PostConversion(BlogAccess blog, ForeignItems foreign, RunTimer timer) {
    this.blog = blog;
    this.foreign = foreign;
    this.timer = timer;
    this.reactions = new ReactionConversion(blog, foreign, timer);
  }

  /** Converts a post; the live post as the page had it, or empty if none can be read. */
  Optional<StoredItem> convert(PostPage page, Map<String, VersionedName> names, RunLog log)
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
        .forEach(item -> reportDate(item, log));
    if (page.isFirst() && lacksSomething(post.get(), page, names)) {
      fill(page.postId(), names, log);
    }
    reactions.convert(page, names, log);
    return post;
  }

  /** A verification checks no dates. */
  private void reportDate(StoredItem item, RunLog log) {
    Optional<String> problem = foreign.dateProblem(item);
    if (problem.isPresent()) {
      ItemPlace place = item.place(BlogContainer.POSTS);
      log.found(Findings.left(FindingKind.NOT_UPGRADED, place, problem.get(), "an ISO 8601 date"));
    }
  }

  private Optional<StoredItem> find(String postId) {
    return blog.items().find(ItemPlace.ofPost(postId));
  }

  /** If a post has more items than a page, only a count can tell. */
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
   * Fills the post. If it is written each time it is counted, it gets everything but its counts,
   * which the repair sets; a verification checks neither dates nor types.
   */
  private void fill(String postId, Map<String, VersionedName> names, RunLog log)
      throws InterruptedException {
    WriteAttempt last = WriteAttempt.repeat(timer, () -> fillOnce(postId, true, names, log));
    if (last == WriteAttempt.CONFLICT) {
      last = WriteAttempt.repeat(timer, () -> fillOnce(postId, false, names, log));
    }
    if (last != WriteAttempt.DONE) {
      log.found(Findings.notUpgraded(last, ItemPlace.ofPost(postId)));
    }
  }

  private WriteAttempt fillOnce(
      String postId, boolean withCounts, Map<String, VersionedName> names, RunLog log) {
    Optional<StoredItem> seen = find(postId).filter(ForeignItems::isReadablePost);
    if (seen.isEmpty()) {
      return WriteAttempt.DONE;
    }
    MissingFields fill = foreign.fill(seen.get(), names);
    Optional<PostCounts> right =
        withCounts ? Optional.of(blog.items().count(postId)) : Optional.empty();
    boolean uncounted = right.filter(counts -> lacksCounts(seen.get(), counts)).isPresent();
    if (!uncounted && fill.isNothing()) {
      return WriteAttempt.DONE;
    }
    WriteAttempt written = blog.attempt(() -> blog.repairs().fillPost(fill, right.orElse(null)));
    if (written == WriteAttempt.DONE) {
      ReactionConversion.report(fill, log);
      if (uncounted) {
        log.changed(ChangeKind.COUNTS_SET, ItemPlace.ofPost(postId));
      }
    }
    return written;
  }
}
