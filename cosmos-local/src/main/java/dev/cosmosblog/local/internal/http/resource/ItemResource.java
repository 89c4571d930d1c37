package dev.cosmosblog.local.internal.http.resource;

import dev.cosmosblog.local.internal.engine.container.Container;
import dev.cosmosblog.local.internal.engine.operation.DeleteItem;
import dev.cosmosblog.local.internal.engine.operation.EntityTagConditions;
import dev.cosmosblog.local.internal.engine.operation.ItemOperation;
import dev.cosmosblog.local.internal.engine.operation.Patch;
import dev.cosmosblog.local.internal.engine.operation.PatchItem;
import dev.cosmosblog.local.internal.engine.operation.ReadItem;
import dev.cosmosblog.local.internal.engine.operation.ReplaceItem;
import dev.cosmosblog.local.internal.engine.resource.Json;
import dev.cosmosblog.local.internal.http.exchange.ApiRequest;
import dev.cosmosblog.local.internal.http.exchange.ContainerLookup;
import dev.cosmosblog.local.internal.http.exchange.Headers;
import dev.cosmosblog.local.internal.http.exchange.Resource;
import dev.cosmosblog.local.internal.http.exchange.Route;
import dev.cosmosblog.local.internal.http.exchange.WorkKind;
import dev.cosmosblog.local.request.RequestKind;
import java.util.Optional;

/** {@code …/docs/{id}}: one item. */
public record ItemResource(ContainerLookup containers) implements Resource {
  @Override
  public Optional<Route> route(ApiRequest request) {
    if (!request.isAt(6, "dbs", "colls", "docs")) {
      return Optional.empty();
    }
    WorkKind pace = TriggeredCall.pace(request);
    return switch (request.method()) {
      case "GET" -> route(RequestKind.READ_ITEM, pace, r -> new ReadItem(id(r), conditions(r)));
      case "DELETE" ->
          route(RequestKind.DELETE_ITEM, pace, r -> new DeleteItem(id(r), conditions(r)));
      case "PUT" -> route(RequestKind.REPLACE_ITEM, pace, ItemResource::replace);
      case "PATCH" -> route(RequestKind.PATCH_ITEM, pace, this::patch);
      default -> Optional.empty();
    };
  }

  /** Reads an operation out of a request. */
  private interface Reader {
    ItemOperation read(ApiRequest request);
  }

  private Optional<Route> route(RequestKind kind, WorkKind pace, Reader reader) {
    return Optional.of(
        new Route(
            kind,
            exchange -> {
              Container container = containers.of(exchange);
              return ItemCall.of(exchange, container)
                  .run(reader.read(exchange.request()), containers.account().scripts());
            },
            pace));
  }

  private static ItemOperation replace(ApiRequest request) {
    return new ReplaceItem(id(request), Json.parseObject(request.body()), conditions(request));
  }

  private ItemOperation patch(ApiRequest request) {
    Patch patch = Patch.of(Json.parse(request.body()), containers.account().queries().engine());
    return new PatchItem(id(request), patch, conditions(request));
  }

  private static String id(ApiRequest request) {
    return request.path().get(5);
  }

  static EntityTagConditions conditions(ApiRequest request) {
    return new EntityTagConditions(
        request.header(Headers.IF_MATCH).orElse(null),
        request.header(Headers.IF_NONE_MATCH).orElse(null));
  }
}
