package dev.cosmosblog.benchmarks.ladder.rung;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosBulkItemResponse;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A container with the calls that the article's requests need. */
final class RungContainer {
  private static final int NOT_FOUND = 404;

  /** The service's bound of a transactional batch. */
  private static final int BATCH = 100;

  private final CosmosContainer container;

  RungContainer(CosmosContainer container) {
    this.container = container;
  }

  static RungContainer provision(CosmosDatabase database, CosmosContainerProperties properties) {
    database.createContainerIfNotExists(properties);
    return new RungContainer(database.getContainer(properties.getId()));
  }

  CosmosContainer container() {
    return container;
  }

  void create(String partition, Object item) {
    container.createItem(item, new PartitionKey(partition), new CosmosItemRequestOptions());
  }

  void upsert(String partition, Object item, CosmosItemRequestOptions options) {
    container.upsertItem(item, new PartitionKey(partition), options);
  }

  void replace(String id, String partition, Object item) {
    container.replaceItem(item, id, new PartitionKey(partition), new CosmosItemRequestOptions());
  }

  void patch(String id, String partition, CosmosPatchOperations operations) {
    container.patchItem(id, new PartitionKey(partition), operations, ObjectNode.class);
  }

  Optional<ObjectNode> read(String id, String partition) {
    try {
      return Optional.of(
          container.readItem(id, new PartitionKey(partition), ObjectNode.class).getItem());
    } catch (CosmosException e) {
      if (e.getStatusCode() != NOT_FOUND) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** A query in one logical partition. */
  List<ObjectNode> listIn(String partition, String text, SqlParameter... parameters) {
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
    options.setPartitionKey(new PartitionKey(partition));
    return query(text, options, ObjectNode.class, parameters);
  }

  /** Queries one physical partition, or another feed range. */
  List<ObjectNode> listIn(FeedRange range, String text, SqlParameter... parameters) {
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
    options.setFeedRange(range);
    return query(text, options, ObjectNode.class, parameters);
  }

  /** A query that fans out over all physical partitions. */
  List<ObjectNode> listEverywhere(String text, SqlParameter... parameters) {
    return query(text, new CosmosQueryRequestOptions(), ObjectNode.class, parameters);
  }

  /** The values of a query that fans out over all physical partitions. */
  List<String> valuesEverywhere(String text, SqlParameter... parameters) {
    return query(text, new CosmosQueryRequestOptions(), JsonNode.class, parameters).stream()
        .map(JsonNode::textValue)
        .toList();
  }

  /** A count in one logical partition. */
  long countIn(String partition, String text, SqlParameter... parameters) {
    CosmosQueryRequestOptions options = new CosmosQueryRequestOptions();
    options.setPartitionKey(new PartitionKey(partition));
    return query(text, options, JsonNode.class, parameters).get(0).longValue();
  }

  private <T> List<T> query(
      String text, CosmosQueryRequestOptions options, Class<T> type, SqlParameter... parameters) {
    return container.queryItems(new SqlQuerySpec(text, parameters), options, type).stream()
        .toList();
  }

  /** Creates an item for each thing, in its own logical partition, in bulk. */
  <T> void createEverywhere(
      List<T> things, Function<T, String> partition, Function<T, Object> item) {
    List<CosmosItemOperation> operations =
        things.stream()
            .map(
                thing ->
                    CosmosBulkOperations.getCreateItemOperation(
                        item.apply(thing), new PartitionKey(partition.apply(thing))))
            .toList();
    container.executeBulkOperations(operations).forEach(RungContainer::check);
  }

  private static void check(CosmosBulkOperationResponse<Object> answer) {
    CosmosBulkItemResponse response = answer.getResponse();
    if (response == null || !response.isSuccessStatusCode()) {
      String status = response == null ? "no response" : "status " + response.getStatusCode();
      throw new IllegalStateException(
          "An item could not be loaded: " + status, answer.getException());
    }
  }

  /** Creates items of one logical partition with as few requests as there can be. */
  void createAll(String partition, List<?> items) {
    for (int from = 0; from < items.size(); from += BATCH) {
      CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(partition));
      items.subList(from, Math.min(items.size(), from + BATCH)).forEach(batch::createItemOperation);
      CosmosBatchResponse response = container.executeCosmosBatch(batch);
      if (!response.isSuccessStatusCode()) {
        throw new IllegalStateException(
            "RungContainer of "
                + partition
                + " could not be loaded: status "
                + response.getStatusCode());
      }
    }
  }
}
