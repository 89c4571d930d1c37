package dev.cosmoslocal.internal.engine.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.cost.IndexTerms;
import dev.cosmoslocal.internal.engine.cost.RequestUnits;
import dev.cosmoslocal.internal.engine.definition.ContainerDefinition;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.key.ItemKey;
import dev.cosmoslocal.internal.engine.key.LogicalPartition;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.partition.Transaction;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.IdRules;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ResourceIds;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A logical partition inside a transaction, as operations see it. It computes the cost of writes.
 */
public final class OperationScope {
  private final Transaction transaction;
  private final ContainerDefinition definition;
  private final PartitionKeyValue partitionKey;
  private final LogicalPartition logical;
  private boolean written;
  private @Nullable ItemKey triggering;

  public OperationScope(
      Transaction transaction,
      ContainerDefinition definition,
      PartitionKeyValue partitionKey,
      LogicalPartition logical) {
    this.transaction = transaction;
    this.definition = definition;
    this.partitionKey = partitionKey;
    this.logical = logical;
  }

  /**
   * Finds the item that the operation changes.
   *
   * @throws dev.cosmoslocal.internal.budget.EventLoopException if the thread is an event loop and
   *     the item is large: its index entries take long to change
   */
  Optional<Item> find(String id) {
    return transaction.find(new ItemKey(logical, id)).map(Item::checkThread);
  }

  Item existing(String id) {
    return find(id).orElseThrow(() -> EngineException.notFound("the item does not exist."));
  }

  /** The items of the logical partition by rid, with the transaction's own writes. */
  public List<Item> items() {
    return transaction.items(logical, triggering);
  }

  /**
   * Makes queries see an item as it was before this transaction. Those of a post-trigger do not see
   * the write that triggered it ("the query doesn't see the document that was just inserted",
   * Microsoft Learn, "How to model and partition data on Azure Cosmos DB", on its trigger
   * truncateFeed).
   */
  public void hideFromQueries(Item written) {
    triggering = written.key();
  }

  /** The id of the item with a resource id. */
  public String idOf(String rid) {
    return ResourceIds.itemNumber(rid)
        .flatMap(number -> transaction.find(logical, number))
        .orElseThrow(() -> EngineException.notFound("the item does not exist."))
        .key()
        .id();
  }

  /** Every write of a script costs as much as a batch's writes after its first. */
  public OperationScope inScript() {
    written = true;
    return this;
  }

  /** The next write costs as much as it would alone, whatever the script has written before. */
  public OperationScope asFirst() {
    written = false;
    return this;
  }

  ItemResult insert(ObjectNode given) {
    ObjectNode body = own(given);
    Item item = transaction.put(keyOf(body), body);
    double terms = cost(body);
    double charge =
        written
            ? RequestUnits.followingWrite(item.bytes(), terms + RequestUnits.term(Double.BYTES))
            : RequestUnits.create(item.bytes(), terms);
    written = true;
    return new ItemResult(201, Optional.of(item), charge);
  }

  ItemResult replace(Item before, ObjectNode given) {
    ObjectNode body = own(given);
    ItemKey key = keyOf(body);
    Item item =
        key.equals(before.key())
            ? transaction.put(key, body)
            : transaction.rename(before, key, body);
    double charge =
        written
            ? RequestUnits.followingWrite(
                item.bytes(),
                terms(body).changeFrom(terms(before.user())) + RequestUnits.TIMESTAMP_CHANGE)
            : RequestUnits.replace(item.bytes(), cost(body));
    written = true;
    return new ItemResult(200, Optional.of(item), charge);
  }

  public ItemResult remove(Item before) {
    transaction.remove(before.key());
    double terms = cost(before.user());
    double charge =
        written
            ? RequestUnits.followingWrite(0, terms + RequestUnits.term(Double.BYTES))
            : RequestUnits.delete(terms);
    written = true;
    return new ItemResult(204, Optional.empty(), charge);
  }

  /** A copy of an item without system properties. */
  private static ObjectNode own(ObjectNode given) {
    return Json.object().<ObjectNode>setAll(given).remove(Item.SYSTEM_PROPERTIES);
  }

  private ItemKey keyOf(ObjectNode body) {
    String id = IdRules.item(body.path("id"));
    if (!definition.partitionKey().extract(body).equals(partitionKey)) {
      throw new EngineException(
          400,
          1001,
          "PartitionKey extracted from document doesn't match the one specified in the header.");
    }
    return new ItemKey(logical, id);
  }

  private double cost(ObjectNode body) {
    return IndexTerms.cost(definition.indexing(), body);
  }

  private IndexTerms terms(ObjectNode body) {
    return IndexTerms.of(definition.indexing(), body);
  }
}
