package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.store.error.SchemaMismatchException;
import dev.cosmosblog.store.internal.cosmos.ContainerRequests;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.cosmos.Query;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.observe.BlogOperation;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Users in a container by {@code /id}, as the article's V1 and V2 keep them. A partition key cannot
 * be changed, so they are copied. The reads are those of {@link ItemReads}.
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

  /** Checks the container's key, or throws a {@link SchemaMismatchException}: one request. */
  public void check() {
    List<String> paths =
        operations.run(
            BlogOperation.SCAN,
            context -> users.ask(ContainerRequests::partitionKeyPaths, context));
    if (!paths.equals(KEY)) {
      throw new SchemaMismatchException(name, KEY, paths);
    }
  }

  public long number() {
    return ItemReads.numberIn(users, operations);
  }

  public List<String> ranges() {
    return ItemReads.rangesOf(users, operations);
  }

  public List<StoredItem> scan(String range, @Nullable String after, int count) {
    Query query = ItemReads.scanById(range, after, count);
    return operations.run(
        BlogOperation.SCAN, context -> users.first(query, StoredItem.class, context));
  }

  /** Finds up to 1,000 users at once. */
  public Map<String, StoredItem> find(Collection<String> ids) {
    return ItemReads.findMany(users, ids.stream().map(ItemKey::of).toList(), operations).stream()
        .collect(Collectors.toMap(StoredItem::id, Function.identity(), (one, other) -> other));
  }
}
