package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.List;
import java.util.Objects;

/** Changes in the order of their last writes, and whether there may be more at once. */
public record ChangePage(List<StoredItem> items, String continuation, boolean more) {
  public ChangePage {
    items = List.copyOf(items);
    Objects.requireNonNull(continuation, "continuation");
  }
}
