package dev.cosmosblog.store;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.ItemContainer.Versioned;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Writes a post's short copy unless the same or a newer version is there. The copy is read and then
 * written under its ETag, so that of two writers at once the older one never wins. Where there is
 * none, a newer one may have been there and gone with its post: the post is looked at, and the copy
 * created as it is then.
 */
final class GuardedCopy {
  private final ItemContainer container;

  GuardedCopy(ItemContainer container) {
    this.container = container;
  }

  /**
   * Writes a copy.
   *
   * @param current reads what the copy would be now; empty where there is to be none
   */
  CopyOutcome put(
      PostItem copy, ItemKey key, Supplier<Optional<PostItem>> current, RequestMeter meter) {
    while (true) {
      Optional<Versioned<PostItem>> found = container.read(key, PostItem.class, meter);
      if (found.filter(there -> !ItemType.POST.equals(there.item().type())).isPresent()) {
        throw new MalformedItemException(
            key.id(), "it stands where a post's short copy belongs, and is none.");
      }
      if (found.isPresent()) {
        Optional<CopyOutcome> outcome = replace(found.get(), copy, key, meter);
        if (outcome.isPresent()) {
          return outcome.get();
        }
      } else {
        Optional<PostItem> now = current.get();
        if (now.isEmpty()) {
          return CopyOutcome.GONE;
        }
        PostItem newest = copy.newer(now.get());
        if (container.create(newest, key.partition(), meter) == Write.DONE) {
          return CopyOutcome.CREATED;
        }
      }
    }
  }

  /** What became of the copy that was found; empty where another writer came between. */
  private Optional<CopyOutcome> replace(
      Versioned<PostItem> found, PostItem copy, ItemKey key, RequestMeter meter) {
    if (found.item().version() >= copy.version()) {
      return Optional.of(CopyOutcome.UNCHANGED);
    }
    return container.replace(copy, key, found.etag(), meter) == Write.DONE
        ? Optional.of(CopyOutcome.UPDATED)
        : Optional.empty();
  }
}
