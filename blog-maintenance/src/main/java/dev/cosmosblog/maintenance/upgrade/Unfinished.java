package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;

/** Findings about items that an upgrade leaves, since it can't do or know better. */
final class Unfinished {
  private Unfinished() {}

  /** Where an attempt at an item did not end well, the check may know nothing of what it lacks. */
  static void tell(Tried last, ItemPlace place, Stage.Sink sink) {
    if (last != Tried.DONE) {
      String found =
          last == Tried.LOST
              ? "written by others at each of " + Attempts.MOST + " attempts"
              : "Cosmos DB refused what was to be written";
      sink.found(new Finding(FindingKind.NOT_UPGRADED, place, found, "the library's form", false));
    }
  }

  static Finding left(FindingKind kind, StoredItem item, String found) {
    ItemPlace place = item.place(BlogContainer.POSTS);
    return new Finding(kind, place, found, "what an upgrade can't know", false);
  }
}
