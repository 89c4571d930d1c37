package dev.cosmosblog.local.internal.engine.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.IdRules;

/**
 * Writes an item that must not exist yet.
 *
 * @param body the item
 */
public record CreateItem(ObjectNode body) implements ItemOperation {
  @Override
  public ItemResult apply(OperationScope scope) {
    if (scope.find(IdRules.item(body.path("id"))).isPresent()) {
      throw EngineException.conflict();
    }
    return scope.insert(body);
  }
}
