package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.definition.SettingNames;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.BatchResult;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.PartitionResult;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ServiceLimits;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import dev.cosmoslocal.internal.query.QueryEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code POST …/docs} with a transactional batch. */
public record BatchResource(ContainerLookup containers, QueryEngine queries) implements Resource {
  private static final int MAX_OPERATIONS = 100;

  @Override
  public Optional<Route> route(ApiRequest request) {
    boolean mine =
        request.isAt(5, "dbs", "colls", "docs")
            && request.method().equals("POST")
            && request.flag(Headers.BATCH);
    if (!mine) {
      return Optional.empty();
    }
    return Optional.of(
        request.flag(Headers.BATCH_ATOMIC)
            ? Route.blocking(Action.BATCH, this::batch)
            : Route.blocking(Action.BULK, new BulkCall(containers, queries)));
  }

  private ApiResponse batch(Exchange exchange) {
    Container container = containers.of(exchange);
    PartitionKeyValue key = ContainerLookup.partitionKey(exchange.request(), container);
    exchange.enter(container.partitionOf(key), key);
    List<ItemOperation> operations = new ArrayList<>();
    ArrayNode asked = operations(exchange.request());
    asked.forEach(operation -> operations.add(BatchFormat.readOperation(operation, queries)));
    if (operations.stream().anyMatch(ItemOperation.Read.class::isInstance)) {
      // A batch reads from the replica that writes. A token that even that one has not reached is
      // wrong.
      exchange.checkSession(container.sessionToken(new FeedScope.Logical(key)));
    }
    BatchFormat format = BatchFormat.of(exchange.request());
    PartitionResult<BatchResult> done = container.batch(key, operations, format.minimal());
    BatchResult result = done.value();
    exchange.charge(result.charge());
    ArrayNode body = Json.array();
    for (int i = 0; i < operations.size(); i++) {
      BatchResult.Outcome outcome = result.outcomes().get(i);
      body.add(format.writeOutcome(asked.get(i), operations.get(i), outcome));
    }
    ApiResponse response =
        ApiResponse.of(result.plain() ? 200 : 207, body).with(done.sessionToken());
    // As with any failed request, the response doesn't name the container.
    return result.succeeded() ? ContainerLookup.named(response, exchange, container) : response;
  }

  /** The operations of a batch or of a bulk request: at most 100, and at most 2 MB. */
  static ArrayNode operations(ApiRequest request) {
    if (request.body().length > ServiceLimits.BATCH_BYTES) {
      throw EngineException.tooLarge("Request size is too large: a batch may have 2 MB.");
    }
    if (!(Json.parse(request.body()) instanceof ArrayNode operations) || operations.isEmpty()) {
      throw EngineException.badRequest("A batch is an array of operations.");
    }
    if (operations.size() > MAX_OPERATIONS) {
      throw EngineException.badRequest(
          "Batch request has more operations than what is supported: " + MAX_OPERATIONS + ".");
    }
    for (JsonNode operation : operations) {
      if (!(operation instanceof ObjectNode body)) {
        throw EngineException.badRequest("An operation of a batch is an object.");
      }
      SettingNames.check(body, "batch operation", BatchFormat.MEMBERS);
    }
    return operations;
  }
}
