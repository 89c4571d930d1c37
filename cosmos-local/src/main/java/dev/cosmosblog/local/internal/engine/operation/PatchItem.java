package dev.cosmosblog.local.internal.engine.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.item.Item;
import dev.cosmosblog.local.internal.engine.resource.EngineException;

/**
 * Changes some properties of an item that must exist.
 *
 * @param id the item's id
 * @param patch the changes
 * @param conditions the tag that it must have
 */
public record PatchItem(String id, Patch patch, EntityTagConditions conditions)
    implements ItemOperation {
  // The SDK does not look at it; the service documents none for a failed filter predicate.
  private static final int PREDICATE_FAILED = 1110;

  @Override
  public ItemResult apply(OperationScope scope) {
    Item existing = scope.existing(id);
    conditions.checkMatch(existing);
    if (!patch.condition().test(existing.json())) {
      throw new EngineException(
          412, PREDICATE_FAILED, "The patch condition specified in the request was not met.");
    }
    ObjectNode body = existing.user();
    patch.steps().forEach(step -> step.apply(body));
    if (!id.equals(body.path("id").textValue())) {
      throw EngineException.badRequest("A patch can't change the id of an item.");
    }
    return scope.replace(existing, body);
  }
}
