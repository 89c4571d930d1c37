package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.operation.ItemResult;
import dev.cosmoslocal.internal.engine.partition.PartitionResult;
import dev.cosmoslocal.internal.engine.partition.SessionToken;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.script.ScriptRunner;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.ScriptHeaders;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Runs an operation on one item and builds the response. */
record ItemCall(Exchange exchange, Container container, PartitionKeyValue partitionKey) {
  private static final Set<String> DIRECTIVES = Set.of("Default", "Include", "Exclude");

  static ItemCall of(Exchange exchange, Container container) {
    checkDirective(exchange.request());
    PartitionKeyValue key = ContainerLookup.partitionKey(exchange.request(), container);
    exchange.enter(container.partitionOf(key), key);
    return new ItemCall(exchange, container, key);
  }

  String id() {
    return ContainerLookup.itemId(exchange.request(), container, partitionKey);
  }

  ObjectNode body() {
    return Json.parseObject(exchange.request().body());
  }

  private static void checkDirective(ApiRequest request) {
    request
        .header(Headers.INDEXING)
        .filter(asked -> DIRECTIVES.stream().noneMatch(asked::equalsIgnoreCase))
        .ifPresent(
            asked -> {
              throw EngineException.badRequest("The indexing directive " + asked + " is unknown.");
            });
  }

  ApiResponse run(ItemOperation operation, ScriptRunner scripts) {
    if (hasTriggers(exchange.request())) {
      return runWithTriggers(operation, scripts);
    }
    return operation instanceof ItemOperation.Read read ? read(read) : write(operation);
  }

  private ApiResponse read(ItemOperation.Read operation) {
    PartitionResult<Optional<ItemResult>> found =
        container.read(partitionKey, operation, exchange.readConsistency());
    exchange.checkSession(found.sessionToken());
    ItemResult result = operation.existing(found.value());
    exchange.addLoaded(1).chargeRead(result.charge());
    return response(result, result.status() == 304, found.sessionToken());
  }

  private ApiResponse write(ItemOperation operation) {
    PartitionResult<ItemResult> done =
        container.execute(partitionKey, operation, exchange.lockMode());
    exchange.charge(done.value().charge());
    return response(done.value(), minimal(exchange.request()), done.sessionToken());
  }

  private ApiResponse response(ItemResult result, boolean silent, SessionToken token) {
    Optional<Item> item = result.item();
    ApiResponse response =
        item.filter(i -> !silent)
            .map(i -> ApiResponse.of(result.status(), shown(i)))
            .orElseGet(() -> ApiResponse.empty(result.status()))
            .with(token);
    item.ifPresent(i -> response.with(Headers.ETAG, i.etag()));
    return ContainerLookup.named(response, exchange, container);
  }

  private byte[] shown(Item item) {
    boolean plain = exchange.request().flag(Headers.EXCLUDE_SYSTEM_PROPERTIES);
    return plain ? item.toUserBytes() : item.toBytes();
  }

  /** Returns whether a write is answered without the item. */
  static boolean minimal(ApiRequest request) {
    return request.header(Headers.PREFER).filter("return=minimal"::equalsIgnoreCase).isPresent();
  }

  static boolean hasTriggers(ApiRequest request) {
    return request.header(Headers.PRE_TRIGGER).isPresent()
        || request.header(Headers.POST_TRIGGER).isPresent();
  }

  private ApiResponse runWithTriggers(ItemOperation operation, ScriptRunner scripts) {
    ApiRequest request = exchange.request();
    ScriptRunner.Triggers triggers =
        new ScriptRunner.Triggers(
            names(request, Headers.PRE_TRIGGER),
            names(request, Headers.POST_TRIGGER),
            ScriptHeaders.visible(request));
    PartitionResult<ScriptRunner.TriggeredResult> done =
        scripts.write(container, partitionKey, operation, triggers);
    ItemResult result = done.value().result();
    exchange.charge(result.charge());
    ApiResponse response =
        (minimal(request) ? ApiResponse.empty(result.status()) : full(done.value()))
            .with(done.sessionToken());
    result.item().ifPresent(item -> response.with(Headers.ETAG, item.etag()));
    return ContainerLookup.named(response, exchange, container);
  }

  private ApiResponse full(ScriptRunner.TriggeredResult done) {
    ItemResult result = done.result();
    byte[] body =
        done.body()
            .map(Json::bytes)
            .or(() -> result.item().map(this::shown))
            .orElseGet(() -> new byte[0]);
    return ApiResponse.of(result.status(), body);
  }

  /**
   * The name of the trigger, if there is one ("Currently only one PreTrigger is permitted per
   * operation", Microsoft Learn, ItemRequestOptions.PreTriggers).
   */
  private static List<String> names(ApiRequest request, AsciiString header) {
    List<String> names =
        request.header(header).stream()
            .flatMap(value -> List.of(value.split(",")).stream())
            .map(String::trim)
            .filter(name -> !name.isEmpty())
            .toList();
    if (names.size() > 1) {
      throw EngineException.badRequest(
          "An operation may have one pre-trigger and one post-trigger, not " + names.size() + ".");
    }
    return names;
  }
}
