package dev.cosmosblog.model.item;

import dev.cosmosblog.model.CustomProperties;

/** An item that counts its edits and carries custom properties. */
public interface EditedItem {
  /** {@return the number of its edits} */
  long editVersion();

  /** {@return the custom properties} */
  CustomProperties properties();
}
