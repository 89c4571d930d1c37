package dev.cosmosblog.maintenance.internal.upgrade;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.ContainerPages.Chunk;
import dev.cosmosblog.maintenance.internal.run.Findings;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
import dev.cosmosblog.maintenance.internal.run.RunLog;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reports in a dry run what the repair of an upgrade would find, as far as a page shows it. */
final class DryRunFindings {
  private DryRunFindings() {}

  /** Reports items without a live post, and items without an author. */
  static void ofPosts(Chunk chunk, Map<String, VersionedName> names, RunLog log) {
    Map<String, StoredItem> posts = new HashMap<>();
    chunk.items().stream()
        .filter(item -> item.id().equals(place(item).partition()))
        .forEach(item -> posts.put(item.id(), item));
    for (StoredItem item : chunk.items()) {
      if (ForeignItems.isReadable(item)) {
        @Nullable StoredItem post = posts.get(place(item).partition());
        if (!chunk.isWhole() || (post != null && isLivePost(post))) {
          reportMissingAuthor(item, names, log);
        } else if (ItemChecks.isReaction(item)) {
          reportMissingPost(item, post, log);
        }
      }
    }
  }

  private static ItemPlace place(StoredItem item) {
    return item.place(BlogContainer.POSTS);
  }

  /** A live post, or an item that would become one. */
  private static boolean isLivePost(StoredItem item) {
    return ForeignItems.typeOf(item).equals(ItemType.POST) && !item.isDeleted();
  }

  private static void reportMissingAuthor(
      StoredItem item, Map<String, VersionedName> names, RunLog log) {
    boolean written = ForeignItems.isReaction(item) || ForeignItems.isReadablePost(item);
    if (written && !names.containsKey(item.author())) {
      log.found(
          Findings.left(
              FindingKind.MISSING_AUTHOR, place(item), "a missing user", "a user with this id"));
    }
  }

  /** Another item in the post's place keeps what belongs to it. */
  private static void reportMissingPost(StoredItem item, @Nullable StoredItem post, RunLog log) {
    String found = "a " + item.type();
    if (post == null) {
      String expected = "none, or a post that it belongs to";
      log.found(Findings.left(FindingKind.ORPHAN, place(item), found, expected));
    } else if (post.type().equals(ItemType.POST)
        && post.isDeleted()
        && ForeignItems.isReadable(post)) {
      String expected = "none: the post was deleted";
      log.found(Findings.repairable(FindingKind.LEFTOVER, place(item), found, expected));
    }
  }

  /**
   * Reports short copies whose post was deleted or belongs to another user: one lookup of posts.
   */
  static void ofCopies(BlogAccess blog, List<StoredItem> items, RunLog log) {
    List<StoredItem> copies =
        items.stream().filter(item -> item.type().equals(ItemType.POST)).toList();
    List<ItemPlace> places = copies.stream().map(copy -> ItemPlace.ofPost(copy.id())).toList();
    Map<ItemPlace, StoredItem> posts = blog.find(BlogContainer.POSTS, places);
    for (StoredItem copy : copies) {
      ItemPlace place = copy.place(BlogContainer.USERS);
      boolean right =
          Optional.ofNullable(posts.get(ItemPlace.ofPost(copy.id())))
              .filter(DryRunFindings::isLivePost)
              .filter(post -> post.has("userId", place.partition()))
              .isPresent();
      if (!right && copy.hasPartition(BlogContainer.USERS)) {
        log.found(Findings.repairable(FindingKind.SURPLUS_COPY, place, "a copy", "nothing"));
      }
    }
  }
}
