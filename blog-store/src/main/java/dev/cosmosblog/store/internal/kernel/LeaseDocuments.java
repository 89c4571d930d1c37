package dev.cosmosblog.store.internal.kernel;

import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.Operations;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.observe.BlogOperation;
import java.util.Optional;

/**
 * Documents that this library keeps for itself in the container of leases, such as a run's
 * checkpoint. Requests that meet a transient failure are repeated as the store's own are. All
 * methods block and are safe for use by many threads.
 */
public final class LeaseDocuments {
  private final ItemContainer container;
  private final Operations operations;

  LeaseDocuments(ItemContainer container, Operations operations) {
    this.container = container;
    this.operations = operations;
  }

  /** Reads a document: one point read. */
  public <T> Optional<T> read(String id, Class<T> type) {
    return operations.run(
        BlogOperation.KEEP_ITEM,
        context ->
            container.read(ItemKey.of(id), type, context).map(ItemContainer.Versioned::item));
  }

  /** Writes a document, whether or not it exists: one upsert. */
  public void write(String id, Object document) {
    operations.run(
        BlogOperation.KEEP_ITEM,
        context -> {
          container.upsert(document, id, context);
          return id;
        });
  }

  /** Deletes a document if it exists: one delete. */
  public void delete(String id) {
    operations.run(
        BlogOperation.KEEP_ITEM, context -> container.delete(ItemKey.of(id), null, context));
  }
}
