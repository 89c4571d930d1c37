package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.BlogChange.NameChange;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Within posts: an item that was written with a name read just before a rename is behind as soon as
 * it is there, and the rename's spread may have passed before it came. Its own change comes after
 * it was written, so either the user is read here in the new version, or the rename came later and
 * its spread finds the item.
 */
final class NameCheck implements ChangeHandler {
  private final CopyWrites copies;

  NameCheck(CopyWrites copies) {
    this.copies = copies;
  }

  @Override
  public void handle(List<BlogChange> changes) {
    Map<UserId, Optional<VersionedName>> current = new HashMap<>();
    for (BlogChange change : changes) {
      if (change instanceof NameChange carried) {
        check(carried, current.computeIfAbsent(carried.user(), copies::currentName));
      }
    }
  }

  private void check(NameChange carried, Optional<VersionedName> current) {
    if (current.isEmpty()) {
      // By the same argument: whoever was erased while this was written is seen as erased now.
      copies.settleErased(carried.carrier(), carried.user());
    } else if (current.get().version() > carried.userVersion()) {
      copies.copyName(carried.carrier(), current.get());
    }
  }
}
