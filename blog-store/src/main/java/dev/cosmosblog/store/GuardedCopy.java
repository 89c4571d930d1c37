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
      if (found.isPresent() && found.get().item().version() >= copy.version()) {
        return CopyOutcome.UNCHANGED;
      }
      Write write =
          found.isPresent()
              ? container.replace(copy, key, found.get().etag(), meter)
              : container.create(copy, key.partition(), meter);
      if (write == Write.DONE) {
        return found.isPresent() ? CopyOutcome.UPDATED : CopyOutcome.CREATED;
      }
    }
  }
}
