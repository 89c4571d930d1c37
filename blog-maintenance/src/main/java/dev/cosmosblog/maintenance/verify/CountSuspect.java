package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Optional;

/**
 * A post whose counts may be wrong, or can't be added to. Every comment and like that comes or goes
 * writes the post in the same transaction: if the post is the same before and after its items were
 * counted, they were not changed in between, and counts and items belong together. Within one
 * session each read is of a replica that is no older than the one before it, so this holds at
 * session consistency.
 */
record CountSuspect(Blog blog, String postId) implements Suspect {
  @Override
  public Look look() {
    Optional<StoredItem> seen = blog.items().find(ItemPlace.ofPost(postId));
    if (seen.filter(ItemReading::isLivePost).isEmpty()) {
      return Look.RIGHT;
    }
    PostItem post = seen.get().post();
    PostCounts found = new PostCounts(post.commentCount(), post.likeCount());
    PostCounts right = blog.items().count(postId);
    Optional<StoredItem> after = blog.items().find(ItemPlace.ofPost(postId));
    if (after.filter(same -> same.etag().equals(seen.get().etag())).isEmpty()) {
      return Look.MOVING;
    }
    boolean countable = seen.get().isCountable();
    if (found.equals(right) && countable) {
      return Look.RIGHT;
    }
    Finding finding =
        new Finding(
            FindingKind.WRONG_COUNT,
            ItemPlace.ofPost(postId),
            countable ? found.toString() : found + ", which commands can't add to",
            right.toString(),
            true);
    return new Look.Wrong(finding, "", () -> blog.mends().setCounts(seen.get(), right));
  }
}
