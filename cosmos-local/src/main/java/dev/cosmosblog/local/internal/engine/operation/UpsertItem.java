package dev.cosmosblog.local.internal.engine.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.item.Item;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.IdRules;
import java.util.Optional;

/**
 * Writes an item whether it exists or not.
 *
 * @param body the item
 * @param conditions the tags that an existing item must and must not have
 */
public record UpsertItem(ObjectNode body, EntityTagConditions conditions) implements ItemOperation {
  @Override
  public ItemResult apply(OperationScope scope) {
    Optional<Item> existing = scope.find(IdRules.item(body.path("id")));
    if (existing.isEmpty()) {
      return scope.insert(body);
    }
    conditions.checkMatch(existing.get());
    if (conditions.notModified(existing.get())) {
      throw EngineException.preconditionFailed();
    }
    return scope.replace(existing.get(), body);
  }
}
