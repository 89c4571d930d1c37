package dev.cosmosblog.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cosmosblog.local.engine.Container;
import dev.cosmosblog.local.engine.EngineException;
import dev.cosmosblog.local.engine.Json;
import dev.cosmosblog.local.engine.Marked;
import dev.cosmosblog.local.engine.PartitionKeyValue;
import dev.cosmosblog.local.engine.ProcedureCall;
import dev.cosmosblog.local.engine.ProcedureResult;
import dev.cosmosblog.local.engine.ScriptRunner;
import dev.cosmosblog.local.request.RequestKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code POST …/sprocs/{id}}: runs a stored procedure. */
record ProcedureResource(Containers containers, ScriptRunner scripts) implements Resource {
  /** What the service answers if the procedure sets no body; the SDK fails on no body at all. */
  private static final JsonNode NO_BODY = TextNode.valueOf("");

  @Override
  public Optional<Route> route(ApiRequest request) {
    return request.isAt(6, "dbs", "colls", "sprocs") && request.method().equals("POST")
        ? Optional.of(Route.slow(RequestKind.SCRIPT, this::execute))
        : Optional.empty();
  }

  private ApiResponse execute(Exchange exchange) {
    ApiRequest request = exchange.request();
    Container container = containers.of(exchange);
    PartitionKeyValue key = Containers.partitionKey(request, container);
    exchange.asked(container.partitionOf(key));
    ProcedureCall call =
        new ProcedureCall(
            request.path().get(5),
            arguments(request),
            ScriptHeaders.visible(request),
            request.flag(Headers.SCRIPT_LOGGING));
    Marked<ProcedureResult> done = scripts.execute(container, key, call);
    ProcedureResult result = done.value();
    exchange.loaded(result.itemsLoaded()).charge(result.charge());
    ApiResponse response =
        ApiResponse.of(200, result.body().isMissingNode() ? NO_BODY : result.body())
            .with(done.partition());
    return Containers.named(ScriptHeaders.logged(response, result.log()), exchange, container);
  }

  /** An array of arguments, or nothing. */
  private static List<JsonNode> arguments(ApiRequest request) {
    List<JsonNode> arguments = new ArrayList<>();
    if (request.body().length > 0) {
      if (!(Json.parse(request.body()) instanceof ArrayNode array)) {
        throw EngineException.badRequest(
            "The arguments of a stored procedure must be a JSON array.");
      }
      array.forEach(arguments::add);
    }
    return arguments;
  }
}
