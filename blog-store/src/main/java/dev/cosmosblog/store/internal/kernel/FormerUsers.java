package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.cosmos.Query;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Users in a container by {@code /id}, as the article's V1 and V2 keep them. A container's
 * partition key cannot be changed, so they are copied from there to the container of users. All
 * reads block, are bounded in what they return, and are safe for use by many threads.
 */
public final class FormerUsers {
  private static final List<String> KEY = List.of("/id");

  private final String name;
  private final ItemContainer users;
  private final Operations operations;

  FormerUsers(String name, ItemContainer users, Operations operations) {
    this.name = name;
    this.users = users;
    this.operations = operations;
  }

  /**
   * Checks that the container exists and is partitioned by {@code /id}: one request.
   *
   * @throws SchemaMismatchException if it is partitioned otherwise
   */
  public void check() {
    List<String> paths = operations.run(BlogOperation.SCAN, users::partitionKeyPaths);
    if (!paths.equals(KEY)) {
      throw new SchemaMismatchException(name, KEY, paths);
    }
  }

  /** Returns how many users there are, as {@link ItemReads#number} does. */
  public long number() {
    return ItemReads.numberIn(users, operations);
  }

  /** Returns the ranges of the container, as text that may be kept. */
  public List<String> ranges() {
    return operations.run(BlogOperation.SCAN, users::ranges);
  }

  /**
   * Reads the next users of a range, in the order of their ids: one query in one physical
   * partition.
   *
   * @param after the id after which to go on, or null at the range's beginning
   * @param count how many to read at most, at least 1
   * @return at most so many; fewer only at the range's end
   */
  public List<StoredItem> scan(String range, @Nullable String after, int count) {
    Query query =
        ItemReads.scanQuery(
            QueryTexts.SCAN_BY_ID, QueryTexts.SCAN_BY_ID_AFTER, range, after, count);
    return operations.run(
        BlogOperation.SCAN, context -> users.first(count, query, StoredItem.class, context));
  }

  /**
   * Reads many users at once: the SDK asks each physical partition that has one of them.
   *
   * @param ids the users' ids; at most 1,000
   */
  public Map<String, StoredItem> find(Collection<String> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    List<ItemKey> keys = ids.stream().distinct().map(ItemKey::of).toList();
    Map<String, StoredItem> found = new HashMap<>();
    operations
        .run(BlogOperation.FIND_ITEM, context -> users.readMany(keys, StoredItem.class, context))
        .forEach(user -> found.put(user.id(), user));
    return found;
  }
}
