package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Writes an item whether it exists or not.
 *
 * @param body the item
 * @param conditions the tags that an existing item must and must not have
 */
public record UpsertItem(ObjectNode body, Conditions conditions) implements ItemOperation {
  @Override
  public ItemResult apply(OperationScope scope) {
    Optional<Item> existing = scope.find(Ids.item(body.path("id")));
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
