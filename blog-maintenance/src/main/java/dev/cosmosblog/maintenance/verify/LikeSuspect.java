package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Optional;

/**
 * A like whose id is not made of its user's, as other writers leave them. The like of the right id
 * stays, or else the one whose id comes first.
 */
record LikeSuspect(Blog blog, ItemPlace place) implements Suspect {
  @Override
  public Look look() {
    Optional<StoredItem> found = blog.items().find(place);
    if (found.isEmpty() || !isOfLivePost()) {
      return Look.RIGHT;
    }
    StoredItem like = found.get();
    String user = like.author();
    String right = LikeItem.idOf(UserId.of(user));
    ItemPlace guarded = new ItemPlace(BlogContainer.POSTS, place.partition(), right);
    boolean another =
        blog.items().find(guarded).isPresent()
            || blog.items().likes(place.partition(), user, 1).stream()
                .anyMatch(first -> !first.id().equals(like.id()));
    return another
        ? new Look.Wrong(
            finding(FindingKind.DUPLICATE_LIKE, "another like of the user", "one like"),
            "",
            () -> blog.mends().dropLike(like))
        : new Look.Wrong(
            finding(FindingKind.UNGUARDED_LIKE, "the id of another writer", "the id " + right),
            "",
            () -> blog.mends().moveLike(like));
  }

  private boolean isOfLivePost() {
    return blog.items()
        .find(ItemPlace.ofPost(place.partition()))
        .filter(ItemReading::isLivePost)
        .isPresent();
  }

  private Finding finding(FindingKind kind, String found, String right) {
    return new Finding(kind, place, found, right, true);
  }
}
