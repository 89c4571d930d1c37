package dev.cosmosblog.maintenance.upgrade;

import dev.cosmosblog.maintenance.scan.ItemReading;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.kernel.FormerUsers;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names of many authors at once, in a dry run also of those who would have been brought over.
 */
final class Authors {
  private final Blog blog;
  private final boolean usersAreThere;
  private final Optional<FormerUsers> former;

  Authors(Blog blog, boolean usersAreThere, Optional<FormerUsers> former) {
    this.blog = blog;
    this.usersAreThere = usersAreThere;
    this.former = former;
  }

  Map<String, VersionedName> names(Collection<String> ids) {
    Map<String, VersionedName> names = new HashMap<>();
    if (usersAreThere) {
      List<ItemPlace> places = ids.stream().map(ItemPlace::ofUser).toList();
      blog.items().find(BlogContainer.USERS, places).values().stream()
          .filter(Authors::namesItems)
          .forEach(user -> names.put(user.id(), user.user().name()));
    }
    if (blog.dryRun() && former.isPresent()) {
      List<String> others = ids.stream().filter(id -> !names.containsKey(id)).toList();
      former.get().find(others).values().stream()
          .forEach(user -> former(user).ifPresent(name -> names.put(user.id(), name)));
    }
    return names;
  }

  private static Optional<VersionedName> former(StoredItem user) {
    try {
      return Optional.of(user.user().name());
    } catch (MalformedItemException e) {
      return Optional.empty();
    }
  }

  /** Also of a user who does not say so yet, in a dry run. */
  private static boolean namesItems(StoredItem user) {
    return (ItemReading.namesItems(user) || user.lacks("type"))
        && ItemReading.problem(BlogContainer.USERS, user).isEmpty();
  }
}
