package dev.cosmosblog.local.internal.http.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.internal.engine.container.Container;
import dev.cosmosblog.local.internal.engine.operation.CreateItem;
import dev.cosmosblog.local.internal.engine.operation.ItemOperation;
import dev.cosmosblog.local.internal.engine.operation.UpsertItem;
import dev.cosmosblog.local.internal.engine.resource.Json;
import dev.cosmosblog.local.internal.http.exchange.ApiRequest;
import dev.cosmosblog.local.internal.http.exchange.ApiResponse;
import dev.cosmosblog.local.internal.http.exchange.ContainerLookup;
import dev.cosmosblog.local.internal.http.exchange.Exchange;
import dev.cosmosblog.local.internal.http.exchange.Headers;
import dev.cosmosblog.local.internal.http.exchange.Resource;
import dev.cosmosblog.local.internal.http.exchange.Route;
import dev.cosmosblog.local.request.RequestKind;
import java.util.Optional;

/** {@code POST …/docs} with an item: create and upsert. */
public record ItemsResource(ContainerLookup containers) implements Resource {
  @Override
  public Optional<Route> route(ApiRequest request) {
    boolean other =
        request.flag(Headers.QUERY) && QueryResource.hasQueryType(request)
            || request.flag(Headers.QUERY_PLAN)
            || request.flag(Headers.BATCH);
    if (other || !request.isAt(5, "dbs", "colls", "docs") || !request.method().equals("POST")) {
      return Optional.empty();
    }
    boolean upsert = request.flag(Headers.UPSERT);
    return Optional.of(
        new Route(
            upsert ? RequestKind.UPSERT_ITEM : RequestKind.CREATE_ITEM,
            exchange -> write(exchange, upsert),
            TriggeredCall.pace(request)));
  }

  private ApiResponse write(Exchange exchange, boolean upsert) {
    Container container = containers.of(exchange);
    ObjectNode body = Json.parseObject(exchange.request().body());
    ItemOperation operation =
        upsert
            ? new UpsertItem(body, ItemResource.conditions(exchange.request()))
            : new CreateItem(body);
    return ItemCall.of(exchange, container).run(operation, containers.account().scripts());
  }
}
