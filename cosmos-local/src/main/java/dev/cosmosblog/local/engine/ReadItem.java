package dev.cosmosblog.local.engine;

import java.util.Optional;

/**
 * Reads an item.
 *
 * @param id the item's id
 * @param conditions the tag for which there is nothing to send
 */
public record ReadItem(String id, Conditions conditions) implements ItemOperation {
  @Override
  public ItemResult apply(OperationScope scope) {
    return of(scope.existing(id));
  }

  ItemResult of(Item item) {
    double charge = RequestUnits.read(item.bytes());
    int status = conditions.notModified(item) ? 304 : 200;
    return new ItemResult(status, Optional.of(item), charge);
  }
}
