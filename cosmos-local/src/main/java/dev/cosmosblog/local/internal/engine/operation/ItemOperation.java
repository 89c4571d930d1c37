package dev.cosmosblog.local.internal.engine.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.cost.RequestUnits;
import dev.cosmosblog.local.internal.engine.item.Item;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.IdRules;
import java.util.Optional;

/** One thing to do with one item. */
public sealed interface ItemOperation {
  /**
   * Does it, as a part of the scope's transaction.
   *
   * @param scope where
   * @return what came of it
   * @throws EngineException if the account refuses
   */
  ItemResult apply(OperationScope scope);

  /**
   * Writes an item that must not exist yet.
   *
   * @param body the item
   */
  record Create(ObjectNode body) implements ItemOperation {
    @Override
    public ItemResult apply(OperationScope scope) {
      if (scope.find(IdRules.item(body.path("id"))).isPresent()) {
        throw EngineException.conflict();
      }
      return scope.insert(body);
    }
  }

  /**
   * Writes an item whether it exists or not.
   *
   * @param body the item
   * @param conditions the tags that an existing item must and must not have
   */
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

  /**
   * Writes an item that must exist.
   *
   * @param id the item's id
   * @param body the item
   * @param conditions the tag that it must have
   */
  record Replace(String id, ObjectNode body, EntityTagConditions conditions)
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

  /**
   * Reads an item.
   *
   * @param id the item's id
   * @param conditions the tag for which there is nothing to send
   */
  record Read(String id, EntityTagConditions conditions) implements ItemOperation {
    /**
     * In a batch, either condition names the tag that the client has (SDK for .NET,
     * BatchSinglePartitionKeyTests.RunBatchSessionTokenPropertiesTestAsync, which sends If-Match
     * and gets 304).
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

  /**
   * Removes an item that must exist.
   *
   * @param id the item's id
   * @param conditions the tag that it must have
   */
  record Delete(String id, EntityTagConditions conditions) implements ItemOperation {
    @Override
    public ItemResult apply(OperationScope scope) {
      Item existing = scope.existing(id);
      conditions.checkMatch(existing);
      return scope.remove(existing);
    }
  }

  /**
   * Changes some properties of an item that must exist.
   *
   * @param id the item's id
   * @param patch the changes
   * @param conditions the tag that it must have
   */
  record Patch(String id, ItemPatch patch, EntityTagConditions conditions)
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
}
