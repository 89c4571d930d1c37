package dev.cosmosblog.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.engine.BatchOutcome;
import dev.cosmosblog.local.engine.Container;
import dev.cosmosblog.local.engine.EngineException;
import dev.cosmosblog.local.engine.FeedScope;
import dev.cosmosblog.local.engine.ItemOperation;
import dev.cosmosblog.local.engine.ItemResult;
import dev.cosmosblog.local.engine.Json;
import dev.cosmosblog.local.engine.Marked;
import dev.cosmosblog.local.engine.PartitionKeyValue;
import dev.cosmosblog.local.engine.PartitionMark;
import dev.cosmosblog.local.internal.query.QueryEngine;
import dev.cosmosblog.local.internal.query.parse.QueryException;

/** Operations on one physical partition that are sent together and done each for itself. */
record BulkCall(Containers containers, QueryEngine queries) implements Handler {
  @Override
  public ApiResponse handle(Exchange exchange) {
    ApiRequest request = exchange.request();
    Container container = containers.of(exchange);
    FeedScope scope = Containers.scope(request, container);
    PartitionMark before = container.mark(scope);
    exchange.asked(before.id());
    BatchWriter writer = new BatchWriter(ItemCall.minimal(request));
    ArrayNode body = Json.array();
    double charge = 0;
    boolean failed = false;
    for (JsonNode json : BatchResource.operations(request)) {
      boolean skip = failed && !request.flag(Headers.BATCH_CONTINUE);
      ObjectNode outcome = skip ? skipped() : run(container, scope, json, writer);
      failed |= outcome.path("statusCode").asInt() >= 400;
      charge += outcome.path("requestCharge").asDouble();
      body.add(outcome);
    }
    exchange.charge(charge);
    // What was done is to be told, even if the partition has been split since.
    PartitionMark after = container.latest(before);
    ApiResponse response = ApiResponse.of(failed ? 207 : 200, body).with(after);
    return Containers.named(response, exchange, container);
  }

  private ObjectNode run(Container container, FeedScope scope, JsonNode json, BatchWriter writer) {
    try {
      PartitionKeyValue key = key(json, scope);
      container.checkHolds(scope, key);
      ItemOperation operation = BatchOperations.read(json, queries);
      Marked<ItemResult> done = container.execute(key, operation);
      return writer.write(operation, BatchOutcome.of(done.value()));
    } catch (EngineException refusal) {
      return refused(refusal);
    } catch (QueryException refusal) {
      return refused(EngineException.badRequest(String.valueOf(refusal.getMessage())));
    }
  }

  private static PartitionKeyValue key(JsonNode json, FeedScope scope) {
    JsonNode key = json.path("partitionKey");
    if (key.isTextual()) {
      return PartitionKeyValue.parse(key.textValue());
    }
    if (scope instanceof FeedScope.Logical logical) {
      return logical.partitionKey();
    }
    throw new EngineException(400, 1001, "An operation of a bulk request needs its partitionKey.");
  }

  private static ObjectNode refused(EngineException refusal) {
    BatchOutcome outcome = BatchOutcome.of(refusal);
    ObjectNode json = Json.object().put("statusCode", outcome.status());
    json.put("requestCharge", outcome.charge());
    return outcome.subStatus() == 0 ? json : json.put("subStatusCode", outcome.subStatus());
  }

  private static ObjectNode skipped() {
    return Json.object().put("statusCode", 424).put("requestCharge", 0);
  }
}
