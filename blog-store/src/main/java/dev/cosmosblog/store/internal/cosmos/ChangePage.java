package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.List;
import java.util.Objects;

/**
 * Some changes of a container.
 *
 * @param items the items as they were when they were read, in the order of their last writes
 * @param more whether there may be more at once; otherwise the end was reached
 */
public record ChangePage(List<StoredItem> items, String continuation, boolean more) {
  /** Copies the list. */
  public ChangePage {
    items = List.copyOf(items);
    Objects.requireNonNull(continuation, "continuation");
  }
}
