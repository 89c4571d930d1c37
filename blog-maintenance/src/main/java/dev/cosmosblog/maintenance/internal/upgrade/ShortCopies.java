package dev.cosmosblog.maintenance.internal.upgrade;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
import dev.cosmosblog.maintenance.internal.run.RunLog;
import dev.cosmosblog.maintenance.internal.run.WriteAttempt;
import dev.cosmosblog.maintenance.report.ChangeKind;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Writes the short copies of many posts: one lookup of all copies, one of all posts, and one write
 * for each copy that is missing or differs. Copies are read before their posts and written on
 * condition, so that none goes back in time.
 */
public final class ShortCopies {
  private final BlogAccess blog;

  /** Creates a writer. */
  public ShortCopies(BlogAccess blog) {
    this.blog = blog;
  }

  /**
   * Writes the copies of posts, which are read again. Items that are not live posts are ignored.
   */
  public void write(Collection<StoredItem> seen, RunLog log) {
    List<StoredItem> wanted = seen.stream().filter(ForeignItems::isReadablePost).toList();
    List<ItemPlace> places =
        wanted.stream()
            .map(post -> new ItemPlace(BlogContainer.USERS, post.author(), post.id()))
            .toList();
    Map<ItemPlace, StoredItem> copies = blog.find(BlogContainer.USERS, places);
    List<PostItem> created = new ArrayList<>();
    for (StoredItem post : posts(wanted.stream().map(StoredItem::id).toList()).values()) {
      if (ForeignItems.isReadablePost(post)) {
        PostItem right = post.post().shortCopy();
        StoredItem copy = copies.get(placeOf(right));
        if (copy == null) {
          if (blog.attempt(() -> blog.repairs().createCopy(right)) == WriteAttempt.DONE) {
            created.add(right);
            log.changed(ChangeKind.COPY_WRITTEN, placeOf(right));
          }
        } else if (copy.type().equals(ItemType.POST)
            && !ItemChecks.isCopyOf(copy, right)
            && blog.attempt(() -> blog.repairs().replaceCopy(copy, right)) == WriteAttempt.DONE) {
          log.changed(ChangeKind.COPY_WRITTEN, placeOf(right));
        }
      }
    }
    if (!blog.dryRun()) {
      removeCopiesOfDeletedPosts(created, log);
    }
  }

  private Map<ItemPlace, StoredItem> posts(List<String> ids) {
    return blog.items().find(BlogContainer.POSTS, ids.stream().map(ItemPlace::ofPost).toList());
  }

  /** A post may have been deleted while its copy was created. */
  private void removeCopiesOfDeletedPosts(List<PostItem> created, RunLog log) {
    Map<ItemPlace, StoredItem> posts =
        posts(created.stream().map(copy -> String.valueOf(copy.id())).toList());
    for (PostItem copy : created) {
      StoredItem post = posts.get(ItemPlace.ofPost(String.valueOf(copy.id())));
      if (post == null || !ItemChecks.isLivePost(post)) {
        blog.items()
            .find(placeOf(copy))
            .ifPresent(item -> blog.repairs().delete(BlogContainer.USERS, item));
        log.changed(ChangeKind.COPY_REMOVED, placeOf(copy));
      }
    }
  }

  private static ItemPlace placeOf(PostItem copy) {
    return new ItemPlace(
        BlogContainer.USERS, String.valueOf(copy.userId()), String.valueOf(copy.id()));
  }
}
