package dev.cosmosblog.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.engine.Container;
import dev.cosmosblog.local.engine.CreateItem;
import dev.cosmosblog.local.engine.ItemOperation;
import dev.cosmosblog.local.engine.Json;
import dev.cosmosblog.local.engine.UpsertItem;
import dev.cosmosblog.local.request.RequestKind;
import java.util.Optional;

/** {@code POST …/docs} with an item: create and upsert. */
record ItemsResource(Containers containers) implements Resource {
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
            TriggeredCall.asked(request)));
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
