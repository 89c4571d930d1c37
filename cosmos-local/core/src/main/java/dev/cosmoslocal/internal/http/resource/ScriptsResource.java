package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.container.Script;
import dev.cosmoslocal.internal.engine.container.ScriptKind;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Handler;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import java.util.List;
import java.util.Optional;

/** {@code …/sprocs}, {@code …/triggers} and {@code …/udfs}: the scripts of a container. */
public record ScriptsResource(ContainerLookup containers, ScriptKind kind) implements Resource {
  @Override
  public Optional<Route> route(ApiRequest request) {
    if (request.isAt(5, "dbs", "colls", kind.path())) {
      return switch (request.method()) {
        case "GET" -> listRoute();
        case "POST" -> request.isQuery() ? listRoute() : route(Action.CREATE_SCRIPT, this::create);
        default -> Optional.empty();
      };
    }
    if (request.isAt(6, "dbs", "colls", kind.path())) {
      return switch (request.method()) {
        case "GET" -> route(Action.READ_SCRIPT, this::read);
        case "PUT" -> route(Action.REPLACE_SCRIPT, this::replace);
        case "DELETE" -> route(Action.DELETE_SCRIPT, this::delete);
        default -> Optional.empty();
      };
    }
    return Optional.empty();
  }

  /** Scripts may have a megabyte each. */
  private Optional<Route> listRoute() {
    return Optional.of(Route.longRunning(Action.LIST_SCRIPTS, this::list));
  }

  private static Optional<Route> route(Action action, Handler handler) {
    return Optional.of(Route.quick(action, handler));
  }

  private ApiResponse list(Exchange exchange) {
    Container container = containers.of(exchange);
    List<ObjectNode> all = container.scripts().all(kind).stream().map(Script::json).toList();
    ApiResponse response =
        ListResponse.page(
            exchange.request(),
            new ListResponse.Owned(container.rid(), kind.feed()),
            all,
            containers.account().queries());
    return ContainerLookup.named(response, exchange, container);
  }

  private ApiResponse create(Exchange exchange) {
    Container container = containers.of(exchange);
    ObjectNode body = Json.parseObject(exchange.request().body());
    if (exchange.request().flag(Headers.UPSERT) && container.scripts().has(kind, body)) {
      String id = body.path("id").textValue();
      return describe(
          200,
          container.scripts().replace(kind, id, body, exchange.ifMatch()),
          exchange,
          container);
    }
    Script script = container.scripts().create(kind, body);
    return describe(201, script, exchange, container);
  }

  private ApiResponse read(Exchange exchange) {
    Container container = containers.of(exchange);
    Script script = container.scripts().get(kind, name(exchange));
    return exchange.unlessKnown(describe(200, script, exchange, container));
  }

  private ApiResponse replace(Exchange exchange) {
    Container container = containers.of(exchange);
    ObjectNode body = Json.parseObject(exchange.request().body());
    Script script = container.scripts().replace(kind, name(exchange), body, exchange.ifMatch());
    return describe(200, script, exchange, container);
  }

  private ApiResponse delete(Exchange exchange) {
    Container container = containers.of(exchange);
    container.scripts().delete(kind, name(exchange), exchange.ifMatch());
    return ContainerLookup.named(ApiResponse.empty(204), exchange, container);
  }

  private static String name(Exchange exchange) {
    return exchange.request().path().get(5);
  }

  private static ApiResponse describe(
      int status, Script script, Exchange exchange, Container container) {
    ApiResponse response = ApiResponse.of(status, script.json()).with(Headers.ETAG, script.etag());
    return ContainerLookup.named(response, exchange, container);
  }
}
