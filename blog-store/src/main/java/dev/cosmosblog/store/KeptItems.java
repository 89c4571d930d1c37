package dev.cosmosblog.store;

import com.azure.cosmos.CosmosContainer;
import java.util.Optional;

/**
 * Items that a program keeps for itself in a container by {@code /id}, such as the container of leases:
 * how far it has come. They are sent as the store sends its own requests, again where they met a passing
 * failure. All block, and are safe for use by many threads.
 */
public final class KeptItems {
  private final ItemContainer container;
  private final Operations operations;

  private KeptItems(ItemContainer container, Operations operations) {
    this.container = container;
    this.operations = operations;
  }

  /**
   * The items of a container; nothing is sent.
   *
   * @param store the store, whose retries and listeners hold for these requests, too
   * @param container the container
   * @param listener hears of each operation, on the caller's thread
   * @return the items
   */
  public static KeptItems of(
      BlogStore store, CosmosContainer container, OperationListener listener) {
    return new KeptItems(new ItemContainer(container), store.operations(listener));
  }

  /**
   * One item: one point read.
   *
   * @param <T> what it is read as
   * @param id its id
   * @param type what it is read as
   * @return the item, or empty where there is none
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public <T> Optional<T> read(String id, Class<T> type) {
    return operations.run(
        BlogOperation.KEEP_ITEM,
        meter -> container.read(key(id), type, meter).map(ItemContainer.Versioned::item));
  }

  /**
   * Writes an item, whether there is one or not: one upsert.
   *
   * @param id its id
   * @param item the item, with this id
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public void write(String id, Object item) {
    operations.run(BlogOperation.KEEP_ITEM, meter -> container.upsert(item, key(id), meter));
  }

  /**
   * Takes an item away, if it is there: one delete.
   *
   * @param id its id
   * @throws StoreException if Cosmos DB failed; repeat it
   */
  public void delete(String id) {
    operations.run(BlogOperation.KEEP_ITEM, meter -> container.delete(key(id), null, meter));
  }

  private static ItemKey key(String id) {
    return new ItemKey(id, id);
  }
}
