package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.List;
import java.util.Optional;

/**
 * What a page shows of a post's logical partition.
 *
 * @param postId the partition key
 * @param items what can be read of it, or of a part of it
 * @param part which part, from 0, or -1 where the page shows all of it
 */
record PostPage(String postId, List<StoredItem> items, int part) {
  PostPage {
    items = List.copyOf(items);
  }

  boolean isWhole() {
    return part < 0;
  }

  boolean isFirst() {
    return part <= 0;
  }

  Optional<StoredItem> post() {
    return items.stream().filter(item -> item.id().equals(postId)).findFirst();
  }

  long number(String type) {
    return items.stream().filter(item -> item.type().equals(type)).count();
  }
}
