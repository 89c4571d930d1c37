package dev.cosmosblog.store;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.ItemContainer.Versioned;
import java.util.Optional;

/**
 * Writes a post's short copy unless the same or a newer version is there. The copy is read and then
 * written under its ETag, so that of two writers at once the older one never wins.
 */
final class GuardedCopy {
  private final ItemContainer container;

  GuardedCopy(ItemContainer container) {
    this.container = container;
  }

  CopyOutcome put(PostItem copy, ItemKey key, RequestMeter meter) {
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
      } else if (container.create(copy, key.partition(), meter) == Write.DONE) {
        return CopyOutcome.CREATED;
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
