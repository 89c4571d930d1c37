package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.ItemLocation;
import dev.cosmosblog.store.internal.item.ItemPlace;

/** Makes findings about items of the store, without anything that users wrote. */
public final class Findings {
  private Findings() {}

  /** Returns an item's place as hosts see it. */
  public static ItemLocation locate(ItemPlace place) {
    ItemLocation.Container container = ItemLocation.Container.valueOf(place.container().name());
    return new ItemLocation(container, place.partition(), place.id());
  }

  public static Finding repairable(
      FindingKind kind, ItemPlace place, String found, String expected) {
    return new Finding(kind, locate(place), found, expected, true);
  }

  /** Returns a finding that needs a decision of the operator. */
  public static Finding left(FindingKind kind, ItemPlace place, String found, String expected) {
    return new Finding(kind, locate(place), found, expected, false);
  }

  public static Finding unreadable(ItemPlace place, String problem) {
    return left(FindingKind.UNREADABLE_ITEM, place, problem, "an item that can be read");
  }

  public static Finding duplicateLike(ItemPlace like) {
    return repairable(FindingKind.DUPLICATE_LIKE, like, "another like of the user", "one like");
  }

  public static Finding missingAuthor(ItemPlace place, String found) {
    return left(FindingKind.MISSING_AUTHOR, place, found, "a user with this id");
  }

  /** Returns the finding for a comment or like without a post. */
  public static Finding orphan(ItemPlace place, String found, boolean repairable) {
    String expected = "none, or a post that it belongs to";
    return new Finding(FindingKind.ORPHAN, locate(place), found, expected, repairable);
  }

  /** Returns the finding for a comment or like of a deleted post. */
  public static Finding leftover(ItemPlace place, String found) {
    return repairable(FindingKind.LEFTOVER, place, found, "none: the post was deleted");
  }

  public static Finding surplusCopy(ItemPlace place) {
    return repairable(FindingKind.SURPLUS_COPY, place, "a copy", "nothing");
  }

  /** Returns a finding about which a verification may know nothing. */
  public static Finding notUpgraded(WriteAttempt last, ItemPlace place) {
    String found =
        last == WriteAttempt.CONFLICT
            ? "modified by others at each of " + BlogAccess.MOST_ATTEMPTS + " attempts"
            : "Cosmos DB refused the write";
    return left(FindingKind.NOT_UPGRADED, place, found, "the library's form");
  }
}
