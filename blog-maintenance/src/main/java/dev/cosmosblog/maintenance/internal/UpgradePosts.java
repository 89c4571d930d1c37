package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.internal.RunStep.Chunk;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.ItemReads.FormerUsers;
import dev.cosmosblog.store.internal.kernel.RepairWrites;
import dev.cosmosblog.store.internal.kernel.RepairWrites.MissingFields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Converts posts, comments and likes, one logical partition after the other, and then writes the
 * summaries of a page's posts. The repair corrects items that live traffic or a post's size
 * prevented from being converted.
 */
record UpgradePosts(BlogAccess blog, ForeignItems foreign, Optional<FormerUsers> formerUsers) {
  void convert(Chunk chunk, MaintenanceRun run) throws InterruptedException {
    List<StoredItem> readable = new ArrayList<>();
    Map<String, List<StoredItem>> partitions = new LinkedHashMap<>();
    for (StoredItem item : chunk.items()) {
      ItemPlace place = place(item);
      Optional<String> problem = ForeignItems.problem(item);
      if (problem.isEmpty()) {
        readable.add(item);
        partitions.computeIfAbsent(place.partition(), key -> new ArrayList<>()).add(item);
      } else if (blog.dryRun() || ItemChecks.problem(BlogContainer.POSTS, item).isEmpty()) {
        // The repair reports the items that it can't read either.
        run.found(Findings.unreadable(place, problem.get()));
      }
    }
    Set<String> authors =
        readable.stream()
            .filter(ForeignItems::hasAuthor)
            .map(StoredItem::author)
            .filter(author -> !author.isEmpty())
            .collect(Collectors.toSet());
    Map<String, VersionedName> names = names(authors);
    if (blog.dryRun()) {
      reportPlanned(chunk, readable, names, run);
    }
    List<StoredItem> posts = new ArrayList<>();
    for (Map.Entry<String, List<StoredItem>> entry : partitions.entrySet()) {
      new PostConversion(names, run, entry.getKey(), entry.getValue(), chunk.part())
          .convert()
          .ifPresent(posts::add);
    }
    new PostCopies(blog, PostCopies.Kinds.of(blog)).write(posts, run);
  }

  /** The names of authors, including users who would be copied or converted in a dry run. */
  private Map<String, VersionedName> names(Set<String> ids) {
    Map<String, VersionedName> names = new HashMap<>();
    List<ItemPlace> places = ids.stream().map(ItemPlace::ofUser).toList();
    blog.find(BlogContainer.USERS, places).values().stream()
        .filter(user -> ItemChecks.determinesName(user) || user.lacks("type"))
        .filter(user -> ItemChecks.problem(BlogContainer.USERS, user).isEmpty())
        .forEach(user -> names.put(user.id(), user.user().name()));
    if (blog.dryRun() && formerUsers.isPresent()) {
      List<String> others = ids.stream().filter(id -> !names.containsKey(id)).toList();
      for (StoredItem user : formerUsers.get().find(others).values()) {
        // An unreadable user would not be copied.
        ItemChecks.read(() -> user.user().name()).ifPresent(name -> names.put(user.id(), name));
      }
    }
    return names;
  }

  /**
   * Reports the repair's findings in a dry run, as far as a page shows them: a missing post or
   * author.
   */
  private static void reportPlanned(
      Chunk chunk,
      List<StoredItem> readable,
      Map<String, VersionedName> names,
      MaintenanceRun run) {
    Map<ItemPlace, StoredItem> items = new HashMap<>();
    chunk.items().forEach(item -> items.put(place(item), item));
    for (StoredItem item : readable) {
      ItemPlace place = place(item);
      StoredItem post = items.get(ItemPlace.ofPost(place.partition()));
      if (!chunk.isWhole() || (post != null && ForeignItems.isLivePost(post))) {
        if (ForeignItems.hasAuthor(item) && !names.containsKey(item.author())) {
          run.found(Findings.missingAuthor(place, "a missing user"));
        }
      } else if (ItemChecks.isReaction(item)) {
        if (post == null) {
          run.found(Findings.unrepairable(Findings.orphan(place, item)));
        } else if (ItemChecks.isMarker(post) && ForeignItems.isReadable(post)) {
          // The items of a post stay if another item has the post's id.
          run.found(Findings.leftover(place, item, "the post was deleted"));
        }
      }
    }
  }

  private static ItemPlace place(StoredItem item) {
    return item.place(BlogContainer.POSTS);
  }

  /**
   * Converts one post: first the post with its counts, in one write that fails if a comment or like
   * was added or removed since they were counted; then its comments and likes. After the first
   * write, the counts are always exact, because all later writes maintain them. Its items are the
   * readable items of a page.
   */
  private final class PostConversion {
    private final Map<String, VersionedName> names;
    private final MaintenanceRun run;
    private final String postId;
    private final List<StoredItem> items;
    private final int part;

    PostConversion(
        Map<String, VersionedName> names,
        MaintenanceRun run,
        String postId,
        List<StoredItem> items,
        int part) {
      this.names = names;
      this.run = run;
      this.postId = postId;
      this.items = items;
      this.part = part;
    }

    /** Returns the live post from the page, or empty if it is missing or in a later part. */
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
      // A verification doesn't check dates.
      items.stream()
          .filter(ForeignItems::hasAuthor)
          .flatMap(item -> foreign.wrongDate(item).stream())
          .forEach(run::found);
      if (part <= 0 && lacksSomething(post.get())) {
        fillPost();
      }
      convertReactions();
      return post.filter(found -> part <= 0);
    }

    private Optional<StoredItem> find(String id) {
      return blog.items().find(ItemPlace.ofPost(id));
    }

    /** If a post has more items than a page, its items are counted by a query. */
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
          || !new PostCounts(post.post().commentCount(), post.post().likeCount()).equals(right);
    }

    /** Fills the post. If it is modified at each attempt, leaves the counts to the repair. */
    private void fillPost() throws InterruptedException {
      WriteAttempt last = blog.repeat(() -> fillOnce(true));
      if (last == WriteAttempt.CONFLICT) {
        last = blog.repeat(() -> fillOnce(false));
      }
      reportUnlessDone(last, ItemPlace.ofPost(postId));
    }

    private void reportUnlessDone(WriteAttempt last, ItemPlace place) {
      if (last != WriteAttempt.DONE) {
        run.found(Findings.notUpgraded(last, place));
      }
    }

    private WriteAttempt fillOnce(boolean withCounts) {
      Optional<StoredItem> seen = find(postId).filter(ForeignItems::isReadablePost);
      if (seen.isEmpty()) {
        return WriteAttempt.DONE;
      }
      MissingFields fill = foreign.fill(seen.get(), names);
      PostCounts right = withCounts ? blog.items().count(postId) : null;
      boolean uncounted = right != null && lacksCounts(seen.get(), right);
      if (!uncounted && fill.isNothing()) {
        return WriteAttempt.DONE;
      }
      WriteAttempt written = blog.attempt(() -> blog.repairs().fillPost(fill, right));
      if (written == WriteAttempt.DONE) {
        reportFill(fill);
        if (uncounted) {
          run.changed(ChangeKind.COUNTS_SET, ItemPlace.ofPost(postId));
        }
      }
      return written;
    }

    /**
     * Converts comments and likes, many in one batch. Each batch keeps the post's counts exact: a
     * like whose id changes is still counted once, a deleted like is subtracted, and an item that
     * becomes a comment is added.
     */
    private void convertReactions() throws InterruptedException {
      List<MissingFields> fills = new ArrayList<>();
      List<MissingFields> moves = new ArrayList<>();
      List<StoredItem> duplicates = new ArrayList<>();
      // Of a user's duplicate likes, the one with the derived id stays, or else the first by id.
      Set<String> likers =
          items.stream()
              .filter(item -> item.type().equals(ItemType.LIKE))
              .filter(like -> !ItemChecks.isUnguardedLike(like))
              .map(StoredItem::author)
              .collect(Collectors.toSet());
      List<StoredItem> reactions =
          items.stream()
              .filter(item -> ForeignItems.isReaction(item) && !item.id().equals(postId))
              .sorted(Comparator.comparing(StoredItem::id))
              .toList();
      for (StoredItem item : reactions) {
        MissingFields fill = foreign.fill(item, names);
        if (!ItemChecks.isUnguardedLike(item)) {
          fills.add(fill);
        } else if (likers.add(item.author())) {
          moves.add(fill);
        } else {
          duplicates.add(item);
        }
      }
      fills.removeIf(MissingFields::isNothing);
      List<MissingFields> lost = writeInBatches(moves, true);
      lost.addAll(writeInBatches(fills, false));
      for (MissingFields fill : lost) {
        // Repeated until it is complete, because a verification doesn't check dates and types.
        ItemPlace place = place(fill.item());
        reportUnlessDone(blog.repeat(() -> convertOnce(place)), place);
      }
      run.removing(duplicates.stream().map(UpgradePosts::place).toList());
      duplicates.forEach(this::remove);
    }

    /** Returns the items that weren't written. */
    private List<MissingFields> writeInBatches(List<MissingFields> fills, boolean moves) {
      int limit = moves ? RepairWrites.MAX_MOVES : RepairWrites.MAX_FILLS;
      List<MissingFields> lost = new ArrayList<>();
      for (int from = 0; from < fills.size(); from += limit) {
        List<MissingFields> batch = fills.subList(from, Math.min(fills.size(), from + limit));
        if (write(batch, moves) != WriteAttempt.DONE) {
          lost.addAll(batch);
        }
      }
      return lost;
    }

    private WriteAttempt write(List<MissingFields> batch, boolean moves) {
      WriteAttempt written =
          blog.attempt(() -> moves ? blog.repairs().moveLikes(batch) : blog.repairs().fill(batch));
      if (written == WriteAttempt.DONE) {
        for (MissingFields fill : batch) {
          if (moves) {
            run.changed(ChangeKind.LIKE_ID_SET, place(fill.item()));
          }
          reportFill(fill);
        }
      }
      return written;
    }

    private WriteAttempt convertOnce(ItemPlace place) {
      Optional<StoredItem> found =
          blog.find(place)
              .filter(item -> ForeignItems.isReadable(item) && ForeignItems.isReaction(item));
      if (found.isEmpty()) {
        return WriteAttempt.DONE;
      }
      StoredItem item = found.get();
      MissingFields fill = foreign.fill(item, names);
      boolean unguarded = ItemChecks.isUnguardedLike(item);
      boolean duplicate =
          unguarded && blog.items().find(ItemChecks.guardedPlaceOf(item)).isPresent();
      if (!unguarded && fill.isNothing()) {
        return WriteAttempt.DONE;
      }
      // If the post was deleted meanwhile, there are no counts to maintain.
      if ((duplicate || (!unguarded && fill.type().isPresent()))
          && find(place.partition()).filter(ForeignItems::isReadablePost).isEmpty()) {
        return WriteAttempt.DONE;
      }
      if (duplicate) {
        run.removing(List.of(place));
        return remove(item);
      }
      return write(List.of(fill), unguarded);
    }

    private WriteAttempt remove(StoredItem like) {
      return run.attempt(
          ChangeKind.DUPLICATE_LIKE_REMOVED, place(like), () -> blog.repairs().dropLike(like));
    }

    private void reportFill(MissingFields fill) {
      ItemPlace place = place(fill.item());
      fill.type().ifPresent(type -> run.changed(ChangeKind.TYPE_SET, place));
      fill.name().ifPresent(name -> run.changed(ChangeKind.NAME_SET, place));
      fill.creationDate().ifPresent(date -> run.changed(ChangeKind.DATE_SET, place));
    }
  }
}
