package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.upgrade.Stage.Sink;
import dev.cosmosblog.maintenance.verify.Finding;
import dev.cosmosblog.maintenance.verify.FindingKind;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reserves the names of users who are there already: one look at many reservations at once, and one
 * create for each that is missing. Of two users with one name the first one gets it; the check
 * tells of the other. A dry run keeps a number for each name, to tell of the other, too.
 */
final class NameClaims {
  private final Blog blog;
  private final boolean usersAreThere;

  /** Who would have a name in a dry run, by the id of its reservation. */
  private final Map<String, String> claimed = new HashMap<>();

  NameClaims(Blog blog, boolean usersAreThere) {
    this.blog = blog;
    this.usersAreThere = usersAreThere;
  }

  void claim(Collection<User> users, Sink sink) {
    if (!blog.store().uniqueUsernames()) {
      return;
    }
    List<User> named = users.stream().filter(user -> !user.username().isBlank()).toList();
    List<ItemPlace> places = named.stream().map(NameClaims::place).toList();
    Map<ItemPlace, StoredItem> there =
        usersAreThere ? blog.items().find(BlogContainer.USERS, places) : Map.of();
    for (User user : named) {
      StoredItem reservation = there.get(place(user));
      if (blog.dryRun()) {
        plan(user, reservation == null, sink);
      } else if (reservation == null && blog.mends().reserve(user.username(), user.id())) {
        sink.changed(RunChange.NAME_RESERVED, place(user));
      }
    }
  }

  private void plan(User user, boolean free, Sink sink) {
    String id = user.id().value();
    String first = claimed.putIfAbsent(UsernameItem.idOf(user.username()), id);
    if (first == null && free) {
      sink.changed(RunChange.NAME_RESERVED, place(user));
    } else if (first != null && !first.equals(id)) {
      sink.found(
          new Finding(
              FindingKind.TAKEN_NAME,
              ItemPlace.ofUser(id),
              "the name of the user " + first,
              "a name of its own",
              false));
    }
  }

  private static ItemPlace place(User user) {
    String id = UsernameItem.idOf(user.username());
    return new ItemPlace(BlogContainer.USERS, id, id);
  }
}
