package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.internal.handler.BlogChange.AuthoredItemChange;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the author's name to each changed post, comment and like that carries an older one: it was
 * read just before a rename that passed before the item was there. The item's change comes later:
 * either the user is read here in the new version, or the rename came later and finds the item.
 */
public record AuthorNameHandler(CopyWrites copies, ItemTasks tasks) implements ChangeHandler {
  @Override
  public void handle(List<BlogChange> changes) {
    Map<UserId, List<AuthoredItemChange>> byAuthor = new LinkedHashMap<>();
    for (BlogChange change : changes) {
      if (change instanceof AuthoredItemChange authored) {
        byAuthor.computeIfAbsent(authored.author(), any -> new ArrayList<>()).add(authored);
      }
    }
    tasks.forEach(
        byAuthor.entrySet(),
        written -> {
          Optional<VersionedName> current = copies.currentName(written.getKey());
          ItemTasks.IN_ORDER.forEach(written.getValue(), change -> check(change, current));
        });
  }

  private void check(AuthoredItemChange change, Optional<VersionedName> current) {
    if (current.isEmpty()) {
      // By the same argument: a user who was erased while this was written is seen as erased now.
      copies.eraseLate(change.item(), change.author());
    } else if (current.get().version() > change.userVersion()) {
      copies.copyName(change.item(), current.get());
    }
  }
}
