package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.budget.BudgetExceededException;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.BatchResult;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.operation.ItemResult;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.PartitionResult;
import dev.cosmoslocal.internal.engine.partition.SessionToken;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ServiceLimits;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Handler;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.query.QueryEngine;
import dev.cosmoslocal.internal.query.parse.QueryException;

/**
 * A bulk request: operations on one physical partition that are sent together and succeed or fail
 * each on its own.
 */
record BulkCall(ContainerLookup containers, QueryEngine queries) implements Handler {
  /** The SDKs send such an operation again (class BulkExecutionRetryPolicy of the one for .NET). */
  private static final int RESPONSE_TOO_LARGE = 3402;

  @Override
  public ApiResponse handle(Exchange exchange) {
    Container container = containers.of(exchange);
    FeedScope scope = ContainerLookup.scope(exchange.request(), container);
    // The SDK for Java doesn't send an operation again whose own outcome is 410/1002.
    return container.withoutSplit(() -> handle(exchange, container, scope));
  }

  private ApiResponse handle(Exchange exchange, Container container, FeedScope scope) {
    ApiRequest request = exchange.request();
    SessionToken before = container.sessionToken(scope);
    exchange.enter(before.partitionId());
    BatchFormat format = BatchFormat.of(request);
    ArrayNode body = Json.array();
    double charge = 0;
    boolean failed = false;
    Room room = new Room();
    for (JsonNode json : BatchResource.operations(request)) {
      exchange.cancellation().check();
      boolean skip = failed && !request.flag(Headers.BATCH_CONTINUE);
      ObjectNode outcome = skip ? skipped() : run(exchange, container, scope, json, format, room);
      failed |= outcome.path("statusCode").asInt() >= 400;
      charge += outcome.path("requestCharge").asDouble();
      body.add(outcome);
    }
    exchange.charge(charge);
    SessionToken after = container.sessionToken(scope);
    ApiResponse response = ApiResponse.of(failed ? 207 : 200, body).with(after);
    return ContainerLookup.named(response, exchange, container);
  }

  /** The bytes left for a response. An operation that finds none left is not run. */
  private static final class Room {
    private long bytes = ServiceLimits.PAGE_BYTES;

    void check() {
      if (bytes <= 0) {
        throw tooLarge();
      }
    }

    /**
     * Counts the bytes of an item that is read or was written; a written item is always reported.
     */
    void take(ItemOperation operation, ItemResult result) {
      int more = result.status() == 304 ? 0 : result.item().map(Item::bytes).orElse(0);
      if (operation instanceof ItemOperation.Read && more > bytes) {
        throw tooLarge();
      }
      bytes -= more;
    }

    private static EngineException tooLarge() {
      return new EngineException(
          413, RESPONSE_TOO_LARGE, "The response of the bulk request is too large.");
    }
  }

  private ObjectNode run(
      Exchange exchange,
      Container container,
      FeedScope scope,
      JsonNode json,
      BatchFormat format,
      Room room) {
    try {
      room.check();
      PartitionKeyValue key =
          ContainerLookup.partitionKeyOfOperation(json, exchange.request(), container);
      container.checkHolds(scope, key);
      exchange.admit(key);
      ItemOperation operation = BatchFormat.readOperation(json, queries);
      PartitionResult<ItemResult> done = container.execute(key, operation, exchange.lockMode());
      ItemResult result = result(operation, done.value());
      room.take(operation, result);
      exchange.charge(key, result.charge());
      return format.writeOutcome(json, operation, BatchResult.Outcome.of(result));
    } catch (EngineException refusal) {
      return refused(refusal);
    } catch (BudgetExceededException refusal) {
      return refused(
          new EngineException(refusal.status(), 0, String.valueOf(refusal.getMessage()))
              .retryAfter(refusal.retryAfter()));
    } catch (QueryException refusal) {
      return refused(EngineException.badRequest(String.valueOf(refusal.getMessage())));
    }
  }

  private static ItemResult result(ItemOperation operation, ItemResult done) {
    return operation instanceof ItemOperation.Read read
        ? done.item().map(read::inBatch).orElse(done)
        : done;
  }

  private static ObjectNode refused(EngineException refusal) {
    BatchResult.Outcome outcome = BatchResult.Outcome.of(refusal);
    ObjectNode json = Json.object().put("statusCode", outcome.status());
    json.put("requestCharge", outcome.charge());
    if (!refusal.retryAfter().isZero()) {
      json.put("retryAfterMilliseconds", refusal.retryAfter().toMillis());
    }
    return outcome.subStatus() == 0 ? json : json.put("subStatusCode", outcome.subStatus());
  }

  private static ObjectNode skipped() {
    return Json.object().put("statusCode", 424).put("requestCharge", 0);
  }
}
