package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.List;
import java.util.Objects;

/**
 * Some changes of a container.
 *
 * @param items as they were when they were read, in the order of their last writes
 * @param more whether there may be more at once
 */
public record ChangePage(List<StoredItem> items, String continuation, boolean more) {
  public ChangePage {
    items = List.copyOf(items);
    Objects.requireNonNull(continuation, "continuation");
  }
}
