package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.BlogChange.UserChange;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.BlogCopies;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * From users to posts: writes a renamed user's name to all that the user wrote. An item that is
 * written with the old name while the spread runs is found by {@link NameCheck} instead.
 */
final class NameSpread implements ChangeHandler {
  private final BlogCopies copies;

  NameSpread(BlogCopies copies) {
    this.copies = copies;
  }

  @Override
  public void handle(List<BlogChange> changes) {
    Map<UserId, VersionedName> newest = new HashMap<>();
    for (BlogChange change : changes) {
      if (change instanceof UserChange user) {
        newest.merge(user.user(), user.name(), NameSpread::newer);
      }
    }
    newest.forEach(this::spread);
  }

  private void spread(UserId user, VersionedName name) {
    // Nothing can carry an older name than a user's first.
    if (name.version() > 0) {
      copies.spreadName(user, name);
    }
  }

  private static VersionedName newer(VersionedName one, VersionedName other) {
    return one.version() >= other.version() ? one : other;
  }
}
