package dev.cosmosblog.local.internal.engine.operation;

import dev.cosmosblog.local.internal.engine.item.Item;

/**
 * Removes an item that must exist.
 *
 * @param id the item's id
 * @param conditions the tag that it must have
 */
public record DeleteItem(String id, EntityTagConditions conditions) implements ItemOperation {
  @Override
  public ItemResult apply(OperationScope scope) {
    Item existing = scope.existing(id);
    conditions.checkMatch(existing);
    return scope.remove(existing);
  }
}
