package dev.cosmosblog.maintenance.internal.upgrade;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.Findings;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
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
import dev.cosmosblog.store.internal.kernel.RepairWrites;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Converts one post: first the post with its counts, in one write that fails if a comment or like
 * was added or removed since they were counted; then its comments and likes. From the first write
 * on, the counts are exact at every read, because all later writes keep them exact.
 */
final class PostConversion {
  private final BlogAccess blog;
  private final ForeignItems foreign;
  private final RunTimer timer;

  PostConversion(BlogAccess blog, ForeignItems foreign, RunTimer timer) {
    this.blog = blog;
    this.foreign = foreign;
    this.timer = timer;
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
    convertReactions(page, names, log);
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
      report(fill, log);
      if (uncounted) {
        log.changed(ChangeKind.COUNTS_SET, ItemPlace.ofPost(postId));
      }
    }
    return written;
  }

  /**
   * Converts comments and likes, many in one batch. Each write keeps the post's counts exact: a
   * like that gets another id is counted as before, one that is deleted is subtracted in its batch,
   * and an item that becomes a comment is added in its batch.
   */
  private void convertReactions(PostPage page, Map<String, VersionedName> names, RunLog log)
      throws InterruptedException {
    List<MissingFields> fills = new ArrayList<>();
    List<MissingFields> moves = new ArrayList<>();
    List<StoredItem> duplicates = new ArrayList<>();
    // Of several likes of one user the one with the derived id stays, or else the first by id.
    Set<String> likers =
        page.items().stream()
            .filter(item -> item.type().equals(ItemType.LIKE))
            .filter(like -> !ItemChecks.isUnguardedLike(like))
            .map(StoredItem::author)
            .collect(Collectors.toSet());
    page.items().stream()
        .filter(ForeignItems::isReaction)
        .filter(item -> !item.id().equals(page.postId()))
        .sorted(Comparator.comparing(StoredItem::id))
        .forEach(
            item -> {
              MissingFields fill = foreign.fill(item, names);
              if (!ItemChecks.isUnguardedLike(item)) {
                fills.add(fill);
              } else if (likers.add(item.author())) {
                moves.add(fill);
              } else {
                duplicates.add(item);
              }
            });
    fills.removeIf(MissingFields::isNothing);
    List<StoredItem> lost = new ArrayList<>();
    lost.addAll(
        write(
            moves,
            RepairWrites.MAX_MOVES,
            blog.repairs()::moveLikes,
            fill -> reportMove(fill, log)));
    lost.addAll(
        write(fills, RepairWrites.MAX_FILLS, blog.repairs()::fill, fill -> report(fill, log)));
    for (StoredItem item : lost) {
      convertAlone(item, names, log);
    }
    log.removing(duplicates.stream().map(like -> like.place(BlogContainer.POSTS)).toList());
    duplicates.forEach(like -> remove(like, log));
  }

  /** Writes batches; the items of those that failed, each of which is then read again. */
  private List<StoredItem> write(
      List<MissingFields> fills,
      int limit,
      Predicate<List<MissingFields>> write,
      Consumer<MissingFields> written) {
    List<StoredItem> lost = new ArrayList<>();
    for (int from = 0; from < fills.size(); from += limit) {
      List<MissingFields> batch = fills.subList(from, Math.min(fills.size(), from + limit));
      if (blog.attempt(() -> write.test(batch)) == WriteAttempt.DONE) {
        batch.forEach(written);
      } else {
        batch.forEach(fill -> lost.add(fill.item()));
      }
    }
    return lost;
  }

  /** Reads an item again until it lacks nothing. A verification checks neither dates nor types. */
  private void convertAlone(StoredItem seen, Map<String, VersionedName> names, RunLog log)
      throws InterruptedException {
    ItemPlace place = seen.place(BlogContainer.POSTS);
    WriteAttempt last =
        WriteAttempt.repeat(
            timer,
            () ->
                blog.items()
                    .find(place)
                    .filter(ForeignItems::isReadable)
                    .filter(ForeignItems::isReaction)
                    .map(item -> convertOnce(item, names, log))
                    .orElse(WriteAttempt.DONE));
    if (last != WriteAttempt.DONE) {
      log.found(Findings.notUpgraded(last, place));
    }
  }

  private WriteAttempt convertOnce(StoredItem item, Map<String, VersionedName> names, RunLog log) {
    ItemPlace place = item.place(BlogContainer.POSTS);
    MissingFields fill = foreign.fill(item, names);
    boolean unguarded = ItemChecks.isUnguardedLike(item);
    boolean duplicate = unguarded && hasGuardedLike(item);
    if (!unguarded && fill.isNothing()) {
      return WriteAttempt.DONE;
    }
    if ((duplicate || (!unguarded && fill.type().isPresent())) && isWithoutPost(place)) {
      return WriteAttempt.DONE;
    }
    if (duplicate) {
      log.removing(List.of(place));
      return remove(item, log);
    }
    WriteAttempt written =
        blog.attempt(
            () ->
                unguarded
                    ? blog.repairs().moveLikes(List.of(fill))
                    : blog.repairs().fill(List.of(fill)));
    if (written == WriteAttempt.DONE) {
      if (unguarded) {
        reportMove(fill, log);
      } else {
        report(fill, log);
      }
    }
    return written;
  }

  /** Whether the user has a like with the derived id meanwhile. */
  private boolean hasGuardedLike(StoredItem like) {
    String postId = like.place(BlogContainer.POSTS).partition();
    String id = ItemChecks.likeIdOf(like);
    return blog.items().find(new ItemPlace(BlogContainer.POSTS, postId, id)).isPresent();
  }

  /** Whether the post was deleted meanwhile, so that nothing can be counted any more. */
  private boolean isWithoutPost(ItemPlace place) {
    return blog.items()
        .find(ItemPlace.ofPost(place.partition()))
        .filter(ForeignItems::isReadablePost)
        .isEmpty();
  }

  private WriteAttempt remove(StoredItem like, RunLog log) {
    WriteAttempt written = blog.attempt(() -> blog.repairs().dropLike(like));
    if (written == WriteAttempt.DONE) {
      log.changed(ChangeKind.DUPLICATE_LIKE_REMOVED, like.place(BlogContainer.POSTS));
    }
    return written;
  }

  private static void reportMove(MissingFields fill, RunLog log) {
    log.changed(ChangeKind.LIKE_ID_SET, fill.item().place(BlogContainer.POSTS));
    report(fill, log);
  }

  private static void report(MissingFields fill, RunLog log) {
    ItemPlace place = fill.item().place(BlogContainer.POSTS);
    fill.type().ifPresent(type -> log.changed(ChangeKind.TYPE_SET, place));
    fill.name().ifPresent(name -> log.changed(ChangeKind.NAME_SET, place));
    fill.creationDate().ifPresent(date -> log.changed(ChangeKind.DATE_SET, place));
  }
}
