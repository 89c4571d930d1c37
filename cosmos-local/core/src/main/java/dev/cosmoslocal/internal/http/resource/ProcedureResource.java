package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import dev.cosmoslocal.internal.engine.partition.PartitionResult;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.script.ScriptRunner;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import dev.cosmoslocal.internal.exchange.ScriptHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code POST …/sprocs/{id}}: executes a stored procedure. */
public record ProcedureResource(ContainerLookup containers, ScriptRunner scripts)
    implements Resource {
  /** The service's answer if the procedure sets no body; the SDK fails without a body. */
  private static final JsonNode NO_BODY = TextNode.valueOf("");

  @Override
  public Optional<Route> route(ApiRequest request) {
    return request.isAt(6, "dbs", "colls", "sprocs") && request.method().equals("POST")
        ? Optional.of(Route.blocking(Action.EXECUTE_PROCEDURE, this::execute))
        : Optional.empty();
  }

  private ApiResponse execute(Exchange exchange) {
    ApiRequest request = exchange.request();
    Container container = containers.of(exchange);
    PartitionKeyValue key = ContainerLookup.partitionKey(request, container);
    exchange.enter(container.partitionOf(key), key);
    ScriptRunner.ProcedureCall call =
        new ScriptRunner.ProcedureCall(
            request.path().get(5),
            arguments(request),
            ScriptHeaders.visible(request),
            request.flag(Headers.SCRIPT_LOGGING));
    PartitionResult<ScriptRunner.ProcedureResult> done = scripts.execute(container, key, call);
    ScriptRunner.ProcedureResult result = done.value();
    exchange.addLoaded(result.itemsLoaded()).charge(result.charge());
    ApiResponse response =
        ApiResponse.of(200, result.body().isMissingNode() ? NO_BODY : result.body())
            .with(done.sessionToken());
    return ContainerLookup.named(ScriptHeaders.logged(response, result.log()), exchange, container);
  }

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
