package dev.cosmosblog.maintenance.internal.verify;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.ContainerPages.Chunk;
import dev.cosmosblog.maintenance.internal.run.Findings;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds suspects among posts, comments, likes and short copies. A page takes one lookup of its
 * authors and one of its copies, each for many items at once.
 */
final class VerifyPosts {
  private final BlogAccess blog;
  private final PostChecks checks;
  private final CopyChecks copies;

  VerifyPosts(BlogAccess blog, PostChecks checks, CopyChecks copies) {
    this.blog = blog;
    this.checks = checks;
    this.copies = copies;
  }

  List<Check> suspects(Chunk chunk) {
    List<Check> suspects = new ArrayList<>();
    List<StoredItem> readable = new ArrayList<>();
    Map<String, Partition> partitions = new LinkedHashMap<>();
    for (StoredItem item : chunk.items()) {
      Optional<String> problem = ItemChecks.problem(BlogContainer.POSTS, item);
      if (problem.isPresent()) {
        Finding finding = Findings.unreadable(place(item), problem.get());
        suspects.add(() -> Check.left(finding));
      } else {
        readable.add(item);
      }
      partitions
          .computeIfAbsent(place(item).partition(), Partition::new)
          .add(item, problem.isEmpty());
    }
    if (!chunk.isWhole()) {
      partitions.values().forEach(partition -> partition.isPart(chunk.part()));
    }
    Set<ItemPlace> authors =
        readable.stream()
            .filter(item -> ItemChecks.isReaction(item) || ItemChecks.isLivePost(item))
            .map(item -> ItemPlace.ofUser(item.author()))
            .collect(Collectors.toSet());
    Map<ItemPlace, StoredItem> users = new HashMap<>(find(authors));
    users.putAll(
        find(
            partitions.values().stream()
                .flatMap(partition -> partition.comparablePost().stream())
                .map(VerifyPosts::copyPlace)
                .collect(Collectors.toSet())));
    partitions.values().forEach(partition -> partition.suspects(users, suspects));
    return suspects;
  }

  private Map<ItemPlace, StoredItem> find(Set<ItemPlace> users) {
    return blog.items().find(BlogContainer.USERS, users);
  }

  private static ItemPlace place(StoredItem item) {
    return item.place(BlogContainer.POSTS);
  }

  private static ItemPlace copyPlace(StoredItem post) {
    return new ItemPlace(BlogContainer.USERS, post.author(), post.id());
  }

  private static boolean nameIsWrong(StoredItem item, Map<ItemPlace, StoredItem> users) {
    return Optional.ofNullable(users.get(ItemPlace.ofUser(item.author())))
        .filter(user -> ItemChecks.determinesName(user) && !ItemChecks.isRemovedUser(user))
        .filter(user -> ItemChecks.problem(BlogContainer.USERS, user).isEmpty())
        .filter(user -> item.carries(user.user().name()))
        .isEmpty();
  }

  /** A post's logical partition, whole or in part, as a page shows it. */
  private final class Partition {
    private final String postId;
    private final List<StoredItem> reactions = new ArrayList<>();
    private Optional<StoredItem> post = Optional.empty();
    private boolean readablePost;
    private boolean whole = true;
    private boolean first = true;
    private long comments;
    private long likes;

    Partition(String postId) {
      this.postId = postId;
    }

    /** An item counts whether it can be read or not. */
    void add(StoredItem item, boolean readable) {
      comments += item.type().equals(ItemType.COMMENT) ? 1 : 0;
      likes += item.type().equals(ItemType.LIKE) ? 1 : 0;
      if (item.id().equals(postId)) {
        post = Optional.of(item);
        readablePost = readable && item.type().equals(ItemType.POST);
      } else if (readable && ItemChecks.isReaction(item)) {
        reactions.add(item);
      }
    }

    /** Reads the post, which may be in another part, and compares it with the first part only. */
    void isPart(int number) {
      whole = false;
      first = number == 0;
      post = blog.items().find(ItemPlace.ofPost(postId));
      readablePost =
          post.filter(item -> item.type().equals(ItemType.POST))
              .filter(item -> ItemChecks.problem(BlogContainer.POSTS, item).isEmpty())
              .isPresent();
    }

    /** The live post to compare with its copy. Copies of deleted posts are found among users. */
    Optional<StoredItem> comparablePost() {
      return post.filter(item -> readablePost && first && ItemChecks.isLivePost(item));
    }

    /**
     * Adds what looks wrong: counts first, then names, because a like that gets another id takes
     * its name along, then likes, then copies.
     */
    void suspects(Map<ItemPlace, StoredItem> users, List<Check> suspects) {
      boolean live = post.filter(ItemChecks::isLivePost).isPresent();
      if (post.isEmpty() || (readablePost && !live)) {
        reactions.forEach(item -> suspects.add(checks.owner(place(item))));
      } else if (live) {
        comparablePost()
            .filter(item -> !whole || !countsAreRight(item))
            .ifPresent(item -> suspects.add(checks.counts(postId)));
        reactions.stream()
            .filter(item -> nameIsWrong(item, users))
            .forEach(item -> suspects.add(checks.name(place(item))));
        reactions.stream()
            .filter(ItemChecks::isUnguardedLike)
            .forEach(item -> suspects.add(checks.like(place(item))));
      }
      comparablePost()
          .filter(item -> nameIsWrong(item, users))
          .ifPresent(item -> suspects.add(checks.name(place(item))));
      comparablePost()
          .filter(item -> !hasRightCopy(item, users))
          .ifPresent(item -> suspects.add(copies.shortCopy(postId, item.author())));
    }

    private boolean hasRightCopy(StoredItem item, Map<ItemPlace, StoredItem> users) {
      StoredItem copy = users.get(copyPlace(item));
      return copy != null && ItemChecks.isCopyOf(copy, item.post().shortCopy());
    }

    private boolean countsAreRight(StoredItem item) {
      PostItem stored = item.post();
      return item.isCountable() && comments == stored.commentCount() && likes == stored.likeCount();
    }
  }
}
