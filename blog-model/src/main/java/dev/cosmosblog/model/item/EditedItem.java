package dev.cosmosblog.model.item;

import dev.cosmosblog.model.CustomProperties;

/** An item that counts its edits and carries properties of the host's own. */
public interface EditedItem {
  /** {@return the number of its edits} */
  long editVersion();

  /** {@return the properties of the host's own} */
  CustomProperties properties();
}
