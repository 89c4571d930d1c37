package dev.cosmoslocal.internal.engine.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.cost.RequestUnits;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.IdRules;
import java.util.Optional;

/** An operation on one item. */
public sealed interface ItemOperation {
  /** Executes the operation in the transaction of a scope. */
  ItemResult apply(OperationScope scope);

  record Create(ObjectNode body) implements ItemOperation {
    @Override
    public ItemResult apply(OperationScope scope) {
      if (scope.find(IdRules.item(body.path("id"))).isPresent()) {
        throw EngineException.conflict();
      }
      return scope.insert(body);
    }
  }

  record Upsert(ObjectNode body, EntityTagConditions conditions) implements ItemOperation {
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

  /** Replaces an item, which may get another id. */
  record Replace(String id, ObjectNode body, EntityTagConditions conditions)
      implements ItemOperation {
    @Override
    public ItemResult apply(OperationScope scope) {
      Item existing = scope.existing(id);
      conditions.checkMatch(existing);
      String next = IdRules.item(body.path("id"));
      if (!next.equals(id) && scope.find(next).isPresent()) {
        throw EngineException.conflict();
      }
      return scope.replace(existing, body);
    }
  }

  record Read(String id, EntityTagConditions conditions) implements ItemOperation {
    @Override
    public ItemResult apply(OperationScope scope) {
      return inBatch(scope.existing(id));
    }

    /**
     * In a batch and in a bulk request, either condition names the tag that the client has (SDK for
     * .NET, BatchSinglePartitionKeyTests.RunBatchSessionTokenPropertiesTestAsync, which sends
     * If-Match and gets 304).
     */
    public ItemResult inBatch(Item item) {
      return of(item, conditions.notModified(item) || item.etag().equals(conditions.ifMatch()));
    }

    /**
     * The result of a read.
     *
     * @throws EngineException 404 if it doesn\'t exist
     */
    public ItemResult existing(Optional<ItemResult> found) {
      return found.orElseThrow(() -> EngineException.notFound("the item does not exist."));
    }

    public ItemResult of(Item item) {
      return of(item, conditions.notModified(item));
    }

    private static ItemResult of(Item item, boolean known) {
      return known
          ? new ItemResult(304, Optional.of(item), RequestUnits.NOT_MODIFIED)
          : new ItemResult(200, Optional.of(item), RequestUnits.pointRead(item.bytes()));
    }
  }

  record Delete(String id, EntityTagConditions conditions) implements ItemOperation {
    @Override
    public ItemResult apply(OperationScope scope) {
      Item existing = scope.existing(id);
      conditions.checkMatch(existing);
      return scope.remove(existing);
    }
  }

  record Patch(String id, ItemPatch patch, EntityTagConditions conditions)
      implements ItemOperation {
    // The SDK ignores the sub-status; the service documents none for a failed filter
    // predicate.
    private static final int PREDICATE_FAILED = 1110;

    @Override
    public ItemResult apply(OperationScope scope) {
      Item existing = scope.existing(id);
      conditions.checkMatch(existing);
      ObjectNode body = (ObjectNode) existing.json();
      if (!patch.condition().test(body)) {
        throw new EngineException(
            412, PREDICATE_FAILED, "The patch condition specified in the request was not met.");
      }
      body.remove(Item.SYSTEM_PROPERTIES);
      patch.steps().forEach(step -> step.apply(body));
      if (!id.equals(body.path("id").textValue())) {
        throw EngineException.badRequest("A patch can't change the id of an item.");
      }
      return scope.replace(existing, body);
    }
  }
}
