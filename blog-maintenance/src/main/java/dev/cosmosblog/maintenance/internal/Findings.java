package dev.cosmosblog.maintenance.internal;

import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.maintenance.report.ItemLocation;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;

/** Creates findings about stored items, without texts of users. */
final class Findings {
  private Findings() {}

  static ItemLocation locate(ItemPlace place) {
    ItemLocation.Container container = ItemLocation.Container.valueOf(place.container().name());
    return new ItemLocation(container, place.partition(), place.id());
  }

  static Finding repairable(FindingKind kind, ItemPlace place, String found, String expected) {
    return new Finding(kind, locate(place), found, expected, true);
  }

  /** A finding that needs a decision of the operator. */
  static Finding unrepairable(FindingKind kind, ItemPlace place, String found, String expected) {
    return new Finding(kind, locate(place), found, expected, false);
  }

  /** Returns a finding that a repair leaves as it is. */
  static Finding unrepairable(Finding finding) {
    return new Finding(finding.kind(), finding.item(), finding.found(), finding.expected(), false);
  }

  static Finding unreadable(ItemPlace place, String problem) {
    return unrepairable(FindingKind.UNREADABLE_ITEM, place, problem, "an item that can be read");
  }

  static Finding duplicateLike(ItemPlace like) {
    return repairable(FindingKind.DUPLICATE_LIKE, like, "another like of the user", "one like");
  }

  static Finding missingAuthor(ItemPlace place, String found) {
    return unrepairable(FindingKind.MISSING_AUTHOR, place, found, "a user with this id");
  }

  static Finding orphan(ItemPlace place, StoredItem item) {
    String expected = "no item, or a post that it belongs to";
    return repairable(FindingKind.ORPHAN, place, "a " + item.type(), expected);
  }

  static Finding leftover(ItemPlace place, StoredItem item, String reason) {
    return repairable(FindingKind.LEFTOVER, place, "a " + item.type(), "none: " + reason);
  }

  static Finding surplusCopy(ItemPlace place) {
    return repairable(FindingKind.SURPLUS_SUMMARY, place, "a summary", "nothing");
  }

  static Finding surplusEntry(ItemPlace place, String expected) {
    return repairable(FindingKind.SURPLUS_ENTRY, place, "an entry", expected);
  }

  /** The upgrade reports it, because a verification may not detect it. */
  static Finding notUpgraded(WriteAttempt last, ItemPlace place) {
    String found =
        last == WriteAttempt.CONFLICT
            ? "modified by others at each of " + BlogAccess.MAX_ATTEMPTS + " attempts"
            : "Cosmos DB rejected the write";
    return unrepairable(FindingKind.NOT_UPGRADED, place, found, "the library's schema");
  }
}
