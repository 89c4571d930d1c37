package dev.cosmosblog.store;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.store.ItemContainer.Query;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Users in a container by {@code /id}, as the article's V1 and V2 keep them. A container's
 * partition key can't be changed, so they are read from there and written to the container of
 * users. All reads block, are bounded in what they return, and are safe for use by many threads.
 */
public final class FormerUsers {
  private static final List<String> KEY = List.of("/id");
  private static final String ALL = "SELECT TOP @count * FROM c ORDER BY c.id";
  private static final String REST = "SELECT TOP @count * FROM c WHERE c.id > @after ORDER BY c.id";

  private final CosmosContainer container;
  private final ItemContainer users;
  private final Operations operations;

  private FormerUsers(CosmosContainer container, Operations operations) {
    this.container = container;
    this.users = new ItemContainer(container);
    this.operations = operations;
  }

  /**
   * The users of a container; nothing is sent.
   *
   * @param store the store, whose retries and listeners hold for these reads, too
   * @param container the container
   * @param listener hears of each operation, on the caller's thread
   * @return the users
   */
  public static FormerUsers of(
      BlogStore store, CosmosContainer container, OperationListener listener) {
    return new FormerUsers(container, store.operations(listener));
  }

  /**
   * Checks that the container is there and is partitioned by {@code /id}: one request.
   *
   * @throws SchemaMismatchException if it is partitioned otherwise
   * @throws StoreException if Cosmos DB failed, or there is no such container
   */
  public void check() {
    try {
      List<String> paths = container.read().getProperties().getPartitionKeyDefinition().getPaths();
      if (!paths.equals(KEY)) {
        throw new SchemaMismatchException(container.getId(), KEY, paths);
      }
    } catch (CosmosException e) {
      throw CosmosErrors.translate("read container " + container.getId(), e);
    }
  }

  /**
   * How many there are, as {@link BlogItems#number} tells it.
   *
   * @return the number of items
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public long number() {
    return BlogItems.numberIn(users, operations);
  }

  /**
   * The parts in which the container can be read.
   *
   * @return the parts, as text that may be kept
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public List<String> ranges() {
    return operations.run(BlogOperation.SCAN, users::ranges);
  }

  /**
   * The next users of a part, in the order of their ids: one query in one physical partition.
   *
   * @param range one of {@link #ranges}
   * @param after the id after which to go on, or empty at the part's beginning
   * @param count how many to read at most, at least 1
   * @return at most so many; fewer only at the part's end
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public List<StoredItem> scan(String range, Optional<String> after, int count) {
    List<SqlParameter> parameters = new ArrayList<>();
    parameters.add(new SqlParameter("@count", count));
    after.ifPresent(id -> parameters.add(new SqlParameter("@after", id)));
    SqlQuerySpec spec = new SqlQuerySpec(after.isEmpty() ? ALL : REST, parameters);
    Query query = new Query(spec, null, range, count);
    return operations.run(
        BlogOperation.SCAN, meter -> users.first(count, query, StoredItem.class, meter));
  }

  /**
   * Many users at once: the SDK asks each physical partition that has one of them.
   *
   * @param ids the users' ids; at most 1,000
   * @return those that are there, by their ids
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public Map<String, StoredItem> find(Collection<String> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    List<ItemKey> keys = ids.stream().distinct().map(id -> new ItemKey(id, id)).toList();
    Map<String, StoredItem> found = new HashMap<>();
    operations
        .run(BlogOperation.FIND_ITEM, meter -> users.readMany(keys, StoredItem.class, meter))
        .forEach(user -> found.put(user.id(), user));
    return found;
  }
}
