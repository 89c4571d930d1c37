package dev.cosmosblog.local.http;

import dev.cosmosblog.local.engine.Conditions;
import dev.cosmosblog.local.engine.Container;
import dev.cosmosblog.local.engine.DeleteItem;
import dev.cosmosblog.local.engine.ItemOperation;
import dev.cosmosblog.local.engine.Json;
import dev.cosmosblog.local.engine.Patch;
import dev.cosmosblog.local.engine.PatchItem;
import dev.cosmosblog.local.engine.ReadItem;
import dev.cosmosblog.local.engine.ReplaceItem;
import dev.cosmosblog.local.request.RequestKind;
import java.util.Optional;

/** {@code …/docs/{id}}: one item. */
record ItemResource(Containers containers) implements Resource {
  @Override
  public Optional<Route> route(ApiRequest request) {
    if (!request.isAt(6, "dbs", "colls", "docs")) {
      return Optional.empty();
    }
    boolean slow = TriggeredCall.asked(request);
    return switch (request.method()) {
      case "GET" -> route(RequestKind.READ_ITEM, slow, r -> new ReadItem(id(r), conditions(r)));
      case "DELETE" ->
          route(RequestKind.DELETE_ITEM, slow, r -> new DeleteItem(id(r), conditions(r)));
      case "PUT" -> route(RequestKind.REPLACE_ITEM, slow, ItemResource::replace);
      case "PATCH" -> route(RequestKind.PATCH_ITEM, slow, this::patch);
      default -> Optional.empty();
    };
  }

  /** Reads an operation out of a request. */
  private interface Reader {
    ItemOperation read(ApiRequest request);
  }

  private Optional<Route> route(RequestKind kind, boolean slow, Reader reader) {
    return Optional.of(
        new Route(
            kind,
            exchange -> {
              Container container = containers.of(exchange);
              return ItemCall.of(exchange, container)
                  .run(reader.read(exchange.request()), containers.account().scripts());
            },
            slow));
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

  static Conditions conditions(ApiRequest request) {
    return new Conditions(
        request.header(Headers.IF_MATCH).orElse(null),
        request.header(Headers.IF_NONE_MATCH).orElse(null));
  }
}
