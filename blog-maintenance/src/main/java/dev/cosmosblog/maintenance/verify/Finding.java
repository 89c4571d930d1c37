package dev.cosmosblog.maintenance.verify;

import dev.cosmosblog.store.internal.item.ItemPlace;
import java.util.Objects;

/**
 * Something that is wrong. It names items by their ids and never holds what users wrote, nor their
 * names.
 *
 * @param kind what is wrong
 * @param place the item that is wrong, or where one is missing
 * @param found what is there
 * @param right what should be there
 * @param mendable whether a repair mends it
 */
public record Finding(
    FindingKind kind, ItemPlace place, String found, String right, boolean mendable) {
  /** Checks that nothing is missing. */
  public Finding {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(found, "found");
    Objects.requireNonNull(right, "right");
  }

  /** An item that can't be read. */
  static Finding unreadable(ItemPlace place, String why) {
    return new Finding(FindingKind.UNREADABLE_ITEM, place, why, "an item that can be read", false);
  }
}
