package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Writes an item that must not exist yet.
 *
 * @param body the item
 */
public record CreateItem(ObjectNode body) implements ItemOperation {
  @Override
  public ItemResult apply(OperationScope scope) {
    if (scope.find(Ids.item(body.path("id"))).isPresent()) {
      throw EngineException.conflict();
    }
    return scope.insert(body);
  }
}
