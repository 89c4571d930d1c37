package dev.cosmosblog.store.internal.user;

import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.OperationContext;
import dev.cosmosblog.store.internal.cosmos.PatchOperations;
import dev.cosmosblog.store.internal.cosmos.Query;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Writes a user's name to the posts, comments and likes that carry an older one, in the container
 * of posts or, for the copies there, in that of users.
 */
public record AuthorNames(ItemContainer container) {
  private static final int PAGE_SIZE = 100;

  /**
   * Returns a query for what a user wrote, which asks every physical partition, since nothing else
   * tells who wrote where. The caller adds the last parameter of the text.
   */
  public static Query writtenBy(UserId user, String text) {
    return Query.of(text, PAGE_SIZE)
        .with("@userId", user.value())
        .with("@post", ItemType.POST)
        .with("@comment", ItemType.COMMENT)
        .with("@like", ItemType.LIKE);
  }

  /**
   * Passes the items that carry an older name to an action, a hundred at a time; returns how many.
   */
  public int eachOlder(
      UserId user,
      VersionedName name,
      Consumer<List<AuthoredItem>> action,
      OperationContext context) {
    Query query =
        writtenBy(user, QueryTexts.WRITTEN_WITH_OLDER_NAME).with("@version", name.version());
    List<AuthoredItem> some = new ArrayList<>();
    Predicate<AuthoredItem> collect =
        item -> {
          some.add(item);
          if (some.size() == PAGE_SIZE) {
            action.accept(List.copyOf(some));
            some.clear();
          }
          return true;
        };
    int found = container.each(query, AuthoredItem.class, context, collect);
    if (!some.isEmpty()) {
      action.accept(List.copyOf(some));
    }
    return found;
  }

  /** Writes a name where an older one stands: one patch; returns whether it was written. */
  public boolean put(ItemKey key, String type, VersionedName name, OperationContext context) {
    PatchOperations operations =
        PatchOperations.create()
            .set(PropertyPaths.AUTHOR_NAME, name.username())
            .set(PropertyPaths.AUTHOR_VERSION, name.version());
    if (ItemType.POST.equals(type)) {
      operations.increment(PropertyPaths.VERSION, 1);
    }
    String condition = QueryTexts.hasNameOlderThan(name.version());
    return container.patch(key, operations, condition, null, context) == WriteResult.DONE;
  }
}
