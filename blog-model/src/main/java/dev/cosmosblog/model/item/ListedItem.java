package dev.cosmosblog.model.item;

import org.jspecify.annotations.Nullable;

/** An item that lists order by creation date and, within one millisecond, by id. */
public interface ListedItem {
  /**
   * Returns the item's id.
   *
   * @return the id
   */
  @Nullable String id();

  /**
   * Returns the item's creation date.
   *
   * @return the date as stored, or null if it is missing
   */
  @Nullable String creationDate();
}
