package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Optional;

/**
 * A place beside an author where a post's short copy stands or should stand. The copy is read
 * before its post, so that a copy that is ahead of its post is wrong, and not merely newer than an
 * older look at the post.
 */
record CopySuspect(Blog blog, String postId, String author) implements Suspect {
  private ItemPlace place() {
    return new ItemPlace(BlogContainer.USERS, author, postId);
  }

  @Override
  public Look look() {
    Optional<StoredItem> copy = blog.items().find(place());
    Optional<StoredItem> source = blog.items().find(ItemPlace.ofPost(postId));
    Optional<PostItem> right =
        source
            .filter(ItemReading::isLivePost)
            .map(post -> post.post().shortCopy())
            .filter(post -> author.equals(post.userId()));
    String state =
        copy.map(StoredItem::etag).orElse("-") + source.map(StoredItem::etag).orElse("-");
    if (copy.isEmpty()) {
      return right.map(post -> missing(post, state)).orElse(Look.RIGHT);
    }
    if (!copy.get().type().equals(ItemType.POST)) {
      return right.isPresent() ? Look.left(blocked(copy.get())) : Look.RIGHT;
    }
    return right
        .map(post -> compared(copy.get(), post, state))
        .orElseGet(() -> surplus(copy.get(), state));
  }

  private Look missing(PostItem post, String state) {
    return new Look.Wrong(
        finding(FindingKind.MISSING_COPY, "nothing", "a copy of version " + post.version()),
        state,
        () -> blog.mends().createCopy(post));
  }

  private Look surplus(StoredItem copy, String state) {
    return new Look.Wrong(
        finding(FindingKind.SURPLUS_COPY, "a copy", "nothing"),
        state,
        () -> blog.mends().delete(BlogContainer.USERS, copy));
  }

  private Look compared(StoredItem copy, PostItem post, String state) {
    if (ItemReading.isCopyOf(copy, post)) {
      return Look.RIGHT;
    }
    return new Look.Wrong(
        finding(FindingKind.STALE_COPY, found(copy), "a copy of version " + post.version()),
        state,
        () -> blog.mends().replaceCopy(copy, post));
  }

  private static String found(StoredItem copy) {
    try {
      return "another one, of version " + copy.post().version();
    } catch (MalformedItemException e) {
      return "one that can't be read";
    }
  }

  private Finding finding(FindingKind kind, String found, String right) {
    return new Finding(kind, place(), found, right, true);
  }

  private Finding blocked(StoredItem item) {
    return new Finding(
        FindingKind.UNREADABLE_ITEM,
        place(),
        "an item of type '" + item.type() + "'",
        "a post's short copy, which has the same id",
        false);
  }
}
