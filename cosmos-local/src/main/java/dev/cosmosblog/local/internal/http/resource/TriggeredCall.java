package dev.cosmosblog.local.internal.http.resource;

import dev.cosmosblog.local.internal.engine.container.Container;
import dev.cosmosblog.local.internal.engine.key.PartitionKeyValue;
import dev.cosmosblog.local.internal.engine.operation.ItemOperation;
import dev.cosmosblog.local.internal.engine.operation.ItemResult;
import dev.cosmosblog.local.internal.engine.partition.PartitionResult;
import dev.cosmosblog.local.internal.engine.resource.Json;
import dev.cosmosblog.local.internal.engine.script.ScriptRunner;
import dev.cosmosblog.local.internal.engine.script.TriggeredResult;
import dev.cosmosblog.local.internal.engine.script.Triggers;
import dev.cosmosblog.local.internal.http.exchange.ApiRequest;
import dev.cosmosblog.local.internal.http.exchange.ApiResponse;
import dev.cosmosblog.local.internal.http.exchange.ContainerLookup;
import dev.cosmosblog.local.internal.http.exchange.Exchange;
import dev.cosmosblog.local.internal.http.exchange.Headers;
import dev.cosmosblog.local.internal.http.exchange.ScriptHeaders;
import dev.cosmosblog.local.internal.http.exchange.WorkKind;
import io.netty.util.AsciiString;
import java.util.List;

/** Runs an operation on one item with the triggers that the request names. */
record TriggeredCall(Exchange exchange, Container container, PartitionKeyValue partitionKey) {
  /** A trigger is a script. */
  static WorkKind pace(ApiRequest request) {
    return asked(request) ? WorkKind.WAITING : WorkKind.QUICK;
  }

  static boolean asked(ApiRequest request) {
    return request.header(Headers.PRE_TRIGGER).isPresent()
        || request.header(Headers.POST_TRIGGER).isPresent();
  }

  ApiResponse run(ItemOperation operation, ScriptRunner scripts) {
    ApiRequest request = exchange.request();
    Triggers triggers =
        new Triggers(
            names(request, Headers.PRE_TRIGGER),
            names(request, Headers.POST_TRIGGER),
            ScriptHeaders.visible(request));
    PartitionResult<TriggeredResult> done =
        scripts.write(container, partitionKey, operation, triggers);
    ItemResult result = done.value().result();
    exchange.charge(result.charge());
    ApiResponse response =
        (ItemCall.minimal(request) ? ApiResponse.empty(result.status()) : full(done.value()))
            .with(done.partition());
    result.item().ifPresent(item -> response.with(Headers.ETAG, item.etag()));
    return ContainerLookup.named(response, exchange, container);
  }

  private static ApiResponse full(TriggeredResult done) {
    ItemResult result = done.result();
    byte[] body =
        done.body()
            .map(Json::bytes)
            .or(() -> result.item().map(item -> item.toBytes()))
            .orElseGet(() -> new byte[0]);
    return ApiResponse.of(result.status(), body);
  }

  private static List<String> names(ApiRequest request, AsciiString header) {
    return request.header(header).stream()
        .flatMap(value -> List.of(value.split(",")).stream())
        .map(String::trim)
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
