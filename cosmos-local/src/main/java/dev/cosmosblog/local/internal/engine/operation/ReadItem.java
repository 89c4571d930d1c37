package dev.cosmosblog.local.internal.engine.operation;

import dev.cosmosblog.local.internal.engine.cost.RequestUnits;
import dev.cosmosblog.local.internal.engine.item.Item;
import java.util.Optional;

/**
 * Reads an item.
 *
 * @param id the item's id
 * @param conditions the tag for which there is nothing to send
 */
public record ReadItem(String id, EntityTagConditions conditions) implements ItemOperation {
  /**
   * In a batch, either condition names the tag that the client has (SDK for .NET,
   * BatchSinglePartitionKeyTests.RunBatchSessionTokenPropertiesTestAsync, which sends If-Match and
   * gets 304).
   */
  @Override
  public ItemResult apply(OperationScope scope) {
    Item item = scope.existing(id);
    return of(item, conditions.notModified(item) || item.etag().equals(conditions.ifMatch()));
  }

  public ItemResult of(Item item) {
    return of(item, conditions.notModified(item));
  }

  private static ItemResult of(Item item, boolean known) {
    return new ItemResult(known ? 304 : 200, Optional.of(item), RequestUnits.read(item.bytes()));
  }
}
