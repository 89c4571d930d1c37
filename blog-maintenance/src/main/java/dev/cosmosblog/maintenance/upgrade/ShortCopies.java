package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.maintenance.upgrade.Stage.Sink;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes many posts' short copies beside their authors: a look at all copies, one at all posts, and
 * one write for each copy that is missing or differs. Copies are read before their posts, and
 * written under what was read: none goes back in time. A post whose copy was created is looked at
 * once more, so that no copy outlives a post that was deleted meanwhile.
 */
final class ShortCopies {
  private final Blog blog;
  private final boolean usersAreThere;

  ShortCopies(Blog blog, boolean usersAreThere) {
    this.blog = blog;
    this.usersAreThere = usersAreThere;
  }

  /** Posts that can be read, as they were seen; they are read again. */
  void write(List<StoredItem> seen, Sink sink) {
    List<ItemPlace> places = seen.stream().map(post -> place(post.author(), post.id())).toList();
    Map<ItemPlace, StoredItem> copies =
        usersAreThere ? blog.items().find(BlogContainer.USERS, places) : Map.of();
    List<PostItem> created = new ArrayList<>();
    for (StoredItem post : posts(seen.stream().map(StoredItem::id).toList()).values()) {
      if (ForeignItems.isReadablePost(post)) {
        PostItem right = post.post().shortCopy();
        StoredItem copy = copies.get(place(post.author(), post.id()));
        if (copy == null && blog.writes(() -> blog.mends().createCopy(right))) {
          created.add(right);
          tell(right, sink);
        } else if (copy != null
            && copy.type().equals(ItemType.POST)
            && !ItemReading.isCopyOf(copy, right)
            && blog.writes(() -> blog.mends().replaceCopy(copy, right))) {
          tell(right, sink);
        }
      }
    }
    removeThoseOfDeleted(created, sink);
  }

  private Map<ItemPlace, StoredItem> posts(List<String> ids) {
    return blog.items().find(BlogContainer.POSTS, ids.stream().map(ItemPlace::ofPost).toList());
  }

  private void removeThoseOfDeleted(List<PostItem> created, Sink sink) {
    if (blog.dryRun()) {
      return;
    }
    Map<ItemPlace, StoredItem> posts =
        posts(created.stream().map(copy -> String.valueOf(copy.id())).toList());
    for (PostItem copy : created) {
      StoredItem post = posts.get(ItemPlace.ofPost(String.valueOf(copy.id())));
      if (post == null || !ItemReading.isLivePost(post)) {
        blog.items()
            .find(place(copy))
            .ifPresent(there -> blog.mends().delete(BlogContainer.USERS, there));
        sink.changed(RunChange.COPY_REMOVED, place(copy));
      }
    }
  }

  private static void tell(PostItem copy, Sink sink) {
    sink.changed(RunChange.COPY_WRITTEN, place(copy));
  }

  private static ItemPlace place(PostItem copy) {
    return place(String.valueOf(copy.userId()), String.valueOf(copy.id()));
  }

  private static ItemPlace place(String author, String postId) {
    return new ItemPlace(BlogContainer.USERS, author, postId);
  }
}
