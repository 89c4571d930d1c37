package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.RepairWrites;
import dev.cosmosblog.store.internal.kernel.RepairWrites.MissingFields;
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
 *
 * @param items the items of the post that a page has and that can be read
 * @param part which part of the logical partition they are, from 0, or -1 if it is whole
 * @param names the names of authors, by user id
 */
record PostConversion(
    BlogAccess blog,
    ForeignItems foreign,
    Map<String, VersionedName> names,
    MaintenanceRun run,
    String postId,
    List<StoredItem> items,
    int part) {
  /**
   * Converts the items. Returns the live post as the page had it, or empty if none can be read or
   * another part of it came first.
   */
  Optional<StoredItem> convert() throws InterruptedException {
    Optional<StoredItem> post =
        items.stream()
            .filter(item -> item.id().equals(postId))
            .findFirst()
            .or(() -> part < 0 ? Optional.empty() : find(postId))
            .filter(ForeignItems::isReadablePost);
    if (post.isEmpty()) {
      return post;
    }
    items.stream()
        .filter(item -> ForeignItems.isReaction(item) || ForeignItems.isReadablePost(item))
        .forEach(this::reportDate);
    if (part <= 0 && lacksSomething(post.get())) {
      fillPost();
    }
    convertReactions();
    return post.filter(found -> part <= 0);
  }

  private static ItemPlace place(StoredItem item) {
    return item.place(BlogContainer.POSTS);
  }

  /** A verification checks no dates. */
  private void reportDate(StoredItem item) {
    Optional<String> problem = foreign.dateProblem(item);
    if (problem.isPresent()) {
      String expected = "an ISO 8601 date";
      run.found(Findings.left(FindingKind.NOT_UPGRADED, place(item), problem.get(), expected));
    }
  }

  private Optional<StoredItem> find(String id) {
    return blog.items().find(ItemPlace.ofPost(id));
  }

  /** If a post has more items than a page, only a count can tell. */
  private boolean lacksSomething(StoredItem post) {
    PostCounts counts = new PostCounts(number(ItemType.COMMENT), number(ItemType.LIKE));
    return part >= 0 || lacksCounts(post, counts) || !foreign.fill(post, names).isNothing();
  }

  private long number(String type) {
    return items.stream().filter(item -> item.type().equals(type)).count();
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
  private void fillPost() throws InterruptedException {
    WriteAttempt last = blog.repeat(() -> fillOnce(true));
    if (last == WriteAttempt.CONFLICT) {
      last = blog.repeat(() -> fillOnce(false));
    }
    if (last != WriteAttempt.DONE) {
      run.found(Findings.notUpgraded(last, ItemPlace.ofPost(postId)));
    }
  }

  private WriteAttempt fillOnce(boolean withCounts) {
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
      reportFill(fill);
      if (uncounted) {
        run.changed(ChangeKind.COUNTS_SET, ItemPlace.ofPost(postId));
      }
    }
    return written;
  }

  /**
   * Converts comments and likes, many in one batch. Each write keeps the post's counts exact: a
   * like that gets another id is counted as before, one that is deleted is subtracted in its batch,
   * and an item that becomes a comment is added in its batch.
   */
  private void convertReactions() throws InterruptedException {
    List<MissingFields> fills = new ArrayList<>();
    List<MissingFields> moves = new ArrayList<>();
    List<StoredItem> duplicates = new ArrayList<>();
    // Of several likes of one user the one with the derived id stays, or else the first by id.
    Set<String> likers =
        items.stream()
            .filter(item -> item.type().equals(ItemType.LIKE))
            .filter(like -> !ItemChecks.isUnguardedLike(like))
            .map(StoredItem::author)
            .collect(Collectors.toSet());
    items.stream()
        .filter(ForeignItems::isReaction)
        .filter(item -> !item.id().equals(postId))
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
    write(moves, RepairWrites.MAX_MOVES, blog.repairs()::moveLikes, this::reportMove, lost);
    write(fills, RepairWrites.MAX_FILLS, blog.repairs()::fill, this::reportFill, lost);
    for (StoredItem item : lost) {
      convertAlone(place(item));
    }
    run.removing(duplicates.stream().map(PostConversion::place).toList());
    duplicates.forEach(this::remove);
  }

  private void write(
      List<MissingFields> fills,
      int limit,
      Predicate<List<MissingFields>> write,
      Consumer<MissingFields> written,
      List<StoredItem> lost) {
    for (int from = 0; from < fills.size(); from += limit) {
      List<MissingFields> batch = fills.subList(from, Math.min(fills.size(), from + limit));
      if (blog.attempt(() -> write.test(batch)) == WriteAttempt.DONE) {
        batch.forEach(written);
      } else {
        batch.forEach(fill -> lost.add(fill.item()));
      }
    }
  }

  /** Reads an item again until it lacks nothing. A verification checks neither dates nor types. */
  private void convertAlone(ItemPlace place) throws InterruptedException {
    WriteAttempt last =
        blog.repeat(
            () ->
                blog.items()
                    .find(place)
                    .filter(ForeignItems::isReadable)
                    .filter(ForeignItems::isReaction)
                    .map(item -> convertOnce(item, place))
                    .orElse(WriteAttempt.DONE));
    if (last != WriteAttempt.DONE) {
      run.found(Findings.notUpgraded(last, place));
    }
  }

  private WriteAttempt convertOnce(StoredItem item, ItemPlace place) {
    MissingFields fill = foreign.fill(item, names);
    boolean unguarded = ItemChecks.isUnguardedLike(item);
    boolean duplicate = unguarded && hasGuardedLike(item);
    if (!unguarded && fill.isNothing()) {
      return WriteAttempt.DONE;
    }
    // If the post was deleted meanwhile, nothing can be counted any more.
    if ((duplicate || (!unguarded && fill.type().isPresent()))
        && find(place.partition()).filter(ForeignItems::isReadablePost).isEmpty()) {
      return WriteAttempt.DONE;
    }
    if (duplicate) {
      run.removing(List.of(place));
      return remove(item);
    }
    WriteAttempt written =
        blog.attempt(
            () ->
                unguarded
                    ? blog.repairs().moveLikes(List.of(fill))
                    : blog.repairs().fill(List.of(fill)));
    if (written == WriteAttempt.DONE) {
      if (unguarded) {
        reportMove(fill);
      } else {
        reportFill(fill);
      }
    }
    return written;
  }

  /** Whether the user has a like with the derived id meanwhile. */
  private boolean hasGuardedLike(StoredItem like) {
    String id = ItemChecks.likeIdOf(like);
    ItemPlace guarded = new ItemPlace(BlogContainer.POSTS, place(like).partition(), id);
    return blog.items().find(guarded).isPresent();
  }

  private WriteAttempt remove(StoredItem like) {
    return run.attempt(
        ChangeKind.DUPLICATE_LIKE_REMOVED, place(like), () -> blog.repairs().dropLike(like));
  }

  private void reportMove(MissingFields fill) {
    run.changed(ChangeKind.LIKE_ID_SET, place(fill.item()));
    reportFill(fill);
  }

  private void reportFill(MissingFields fill) {
    ItemPlace place = place(fill.item());
    fill.type().ifPresent(type -> run.changed(ChangeKind.TYPE_SET, place));
    fill.name().ifPresent(name -> run.changed(ChangeKind.NAME_SET, place));
    fill.creationDate().ifPresent(date -> run.changed(ChangeKind.DATE_SET, place));
  }
}
