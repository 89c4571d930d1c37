package dev.cosmosblog.maintenance.internal.run;

import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.ItemLocation;
import dev.cosmosblog.store.internal.item.ItemPlace;

/** Makes findings about items of the store. */
public final class Findings {
  private Findings() {}

  /** Returns an item's place as hosts see it. */
  public static ItemLocation locate(ItemPlace place) {
    ItemLocation.Container container = ItemLocation.Container.valueOf(place.container().name());
    return new ItemLocation(container, place.partition(), place.id());
  }

  /** Returns a finding that a repair corrects. */
  public static Finding repairable(
      FindingKind kind, ItemPlace place, String found, String expected) {
    return new Finding(kind, locate(place), found, expected, true);
  }

  /** Returns a finding that needs a decision of the operator. */
  public static Finding left(FindingKind kind, ItemPlace place, String found, String expected) {
    return new Finding(kind, locate(place), found, expected, false);
  }

  /** Returns the finding for an item that cannot be read. */
  public static Finding unreadable(ItemPlace place, String problem) {
    return left(FindingKind.UNREADABLE_ITEM, place, problem, "an item that can be read");
  }

  /** Returns the finding for a user's second like of a post. */
  public static Finding duplicateLike(ItemPlace like) {
    return repairable(FindingKind.DUPLICATE_LIKE, like, "another like of the user", "one like");
  }

  /**
   * Returns the finding for an item that an upgrade could not convert, about which a verification
   * may know nothing.
   */
  public static Finding notUpgraded(WriteAttempt last, ItemPlace place) {
    String found =
        last == WriteAttempt.CONFLICT
            ? "modified by others at each of " + WriteAttempt.LIMIT + " attempts"
            : "Cosmos DB refused the write";
    return left(FindingKind.NOT_UPGRADED, place, found, "the library's form");
  }
}
