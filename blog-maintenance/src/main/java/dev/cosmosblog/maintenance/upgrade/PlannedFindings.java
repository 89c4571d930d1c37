package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.maintenance.scan.PartitionScan.Chunk;
import dev.cosmosblog.maintenance.upgrade.Stage.Sink;
import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.maintenance.verify.FindingKind;
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

/** Tells in a dry run what the check of an upgrade would find, as far as a page shows it. */
final class PlannedFindings {
  private PlannedFindings() {}

  /** What belongs to no post, or to one that was deleted, and what is by nobody. */
  static void ofPosts(Chunk chunk, Map<String, VersionedName> names, Sink sink) {
    Map<String, StoredItem> posts = new HashMap<>();
    chunk.items().stream()
        .filter(item -> item.id().equals(postId(item)))
        .forEach(item -> posts.put(item.id(), item));
    for (StoredItem item : chunk.items()) {
      if (ForeignItems.isReadable(item)) {
        @Nullable StoredItem post = posts.get(postId(item));
        if (!chunk.isWhole() || (post != null && isLivePost(post))) {
          tellMissing(item, names, sink);
        } else if (ItemReading.belongsToPost(item)) {
          tellLeft(item, Optional.ofNullable(post), sink);
        }
      }
    }
  }

  private static String postId(StoredItem item) {
    return item.place(BlogContainer.POSTS).partition();
  }

  /** Also of a post that does not say so yet. */
  private static boolean isLivePost(StoredItem item) {
    return ForeignItems.typeOf(item).equals(ItemType.POST) && !item.isDeleted();
  }

  private static void tellMissing(StoredItem item, Map<String, VersionedName> names, Sink sink) {
    boolean written = ForeignItems.isReaction(item) || ForeignItems.isReadablePost(item);
    if (written && !names.containsKey(item.author())) {
      sink.found(Unfinished.left(FindingKind.MISSING_AUTHOR, item, "a user who is not there"));
    }
  }

  /** Another item in the post's place keeps what belongs to it. */
  private static void tellLeft(StoredItem item, Optional<StoredItem> post, Sink sink) {
    boolean marked = post.filter(PlannedFindings::isMark).isPresent();
    if (post.isEmpty() || marked) {
      sink.found(
          new Finding(
              marked ? FindingKind.LEFTOVER : FindingKind.ORPHAN,
              item.place(BlogContainer.POSTS),
              "a " + item.type(),
              marked ? "none: the post was deleted" : "none, or a post that it belongs to",
              marked));
    }
  }

  private static boolean isMark(StoredItem post) {
    return post.type().equals(ItemType.POST) && post.isDeleted() && ForeignItems.isReadable(post);
  }

  /** Short copies whose posts are gone, or another's: one look at all the posts. */
  static void ofCopies(Blog blog, boolean postsAreThere, List<StoredItem> items, Sink sink) {
    List<StoredItem> copies =
        items.stream().filter(item -> item.type().equals(ItemType.POST)).toList();
    Map<ItemPlace, StoredItem> posts =
        postsAreThere
            ? blog.items()
                .find(
                    BlogContainer.POSTS,
                    copies.stream().map(copy -> ItemPlace.ofPost(copy.id())).toList())
            : Map.of();
    for (StoredItem copy : copies) {
      ItemPlace place = copy.place(BlogContainer.USERS);
      boolean right =
          Optional.ofNullable(posts.get(ItemPlace.ofPost(copy.id())))
              .filter(PlannedFindings::isLivePost)
              .filter(post -> post.has("userId", place.partition()))
              .isPresent();
      if (!right && copy.hasPartition(BlogContainer.USERS)) {
        sink.found(new Finding(FindingKind.SURPLUS_COPY, place, "a copy", "nothing", true));
      }
    }
  }
}
