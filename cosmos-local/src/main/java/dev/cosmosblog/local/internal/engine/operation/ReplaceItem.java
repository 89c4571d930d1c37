package dev.cosmosblog.local.internal.engine.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.item.Item;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.IdRules;

/**
 * Writes an item that must exist.
 *
 * @param id the item's id
 * @param body the item
 * @param conditions the tag that it must have
 */
public record ReplaceItem(String id, ObjectNode body, EntityTagConditions conditions)
    implements ItemOperation {
  @Override
  public ItemResult apply(OperationScope scope) {
    Item existing = scope.existing(id);
    conditions.checkMatch(existing);
    if (!IdRules.item(body.path("id")).equals(id)) {
      throw EngineException.badRequest("The id of an item can't be changed.");
    }
    return scope.replace(existing, body);
  }
}
