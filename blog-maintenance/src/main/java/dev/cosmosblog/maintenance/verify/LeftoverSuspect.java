package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Optional;

/**
 * A comment or like whose post may be gone. A post that is there and can't be read keeps what
 * belongs to it.
 */
record LeftoverSuspect(Blog blog, ItemPlace place) implements Suspect {
  @Override
  public Look look() {
    Optional<StoredItem> found = blog.items().find(place);
    Optional<StoredItem> post = blog.items().find(ItemPlace.ofPost(place.partition()));
    if (found.isEmpty() || post.filter(there -> !isMark(there)).isPresent()) {
      return Look.RIGHT;
    }
    boolean mark = post.isPresent();
    Finding finding =
        new Finding(
            mark ? FindingKind.LEFTOVER : FindingKind.ORPHAN,
            place,
            "a " + found.get().type(),
            mark ? "none: the post was deleted" : "none, or a post that it belongs to",
            mark || blog.settings().removeOrphans());
    return new Look.Wrong(
        finding,
        found.get().etag() + post.map(StoredItem::etag).orElse("-"),
        () -> blog.mends().delete(BlogContainer.POSTS, found.get()));
  }

  private static boolean isMark(StoredItem post) {
    return post.type().equals(ItemType.POST) && post.isDeleted();
  }
}
