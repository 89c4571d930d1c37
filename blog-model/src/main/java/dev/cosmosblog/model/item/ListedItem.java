package dev.cosmosblog.model.item;

import org.jspecify.annotations.Nullable;

/**
 * An item that lists show in the order of its creation date and, within one millisecond, its id.
 */
public interface ListedItem {
  /**
   * The item's id.
   *
   * @return the id
   */
  @Nullable String id();

  /**
   * When it was written.
   *
   * @return the date as it is stored, or null where it is missing
   */
  @Nullable String creationDate();
}
