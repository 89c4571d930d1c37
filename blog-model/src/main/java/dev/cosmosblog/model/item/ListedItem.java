package dev.cosmosblog.model.item;

import org.jspecify.annotations.Nullable;

/** An item that lists order by creation date and, within one millisecond, by id. */
public interface ListedItem {
  /** {@return the item's id} */
  @Nullable String id();

  /** {@return the item's creation date as stored, or null if it is missing} */
  @Nullable String creationDate();
}
