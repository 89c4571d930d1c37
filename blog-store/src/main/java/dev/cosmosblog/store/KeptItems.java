package dev.cosmosblog.store;

import java.util.Optional;

/**
 * Items that a program keeps for itself in the container of leases, such as how far it has come.
 * They are sent as the store sends its own requests, again where they met a passing failure. All
 * block, and are safe for use by many threads.
 */
public final class KeptItems {
  private final ItemContainer container;
  private final Operations operations;

  KeptItems(ItemContainer container, Operations operations) {
    this.container = container;
    this.operations = operations;
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
