package dev.cosmosblog.local.internal.http.resource;

import dev.cosmosblog.local.internal.engine.container.Container;
import dev.cosmosblog.local.internal.engine.operation.EntityTagConditions;
import dev.cosmosblog.local.internal.engine.operation.ItemOperation;
import dev.cosmosblog.local.internal.engine.operation.ItemPatch;
import dev.cosmosblog.local.internal.engine.resource.Json;
import dev.cosmosblog.local.internal.http.exchange.Action;
import dev.cosmosblog.local.internal.http.exchange.ApiRequest;
import dev.cosmosblog.local.internal.http.exchange.ContainerLookup;
import dev.cosmosblog.local.internal.http.exchange.Headers;
import dev.cosmosblog.local.internal.http.exchange.Resource;
import dev.cosmosblog.local.internal.http.exchange.Route;
import dev.cosmosblog.local.internal.http.exchange.WorkKind;
import java.util.Optional;

/**
 * {@code …/docs/{id}}: reads, replaces, deletes and patches an item; {@code POST …/docs} with an
 * item creates or upserts it.
 */
public record ItemResource(ContainerLookup containers) implements Resource {
  @Override
  public Optional<Route> route(ApiRequest request) {
    if (request.isAt(6, "dbs", "colls", "docs")) {
      return routeOfItem(request);
    }
    return request.isAt(5, "dbs", "colls", "docs") && writesItem(request)
        ? Optional.of(
            request.flag(Headers.UPSERT)
                ? route(Action.UPSERT_ITEM, request, ItemResource::upsert)
                : route(Action.CREATE_ITEM, request, ItemResource::create))
        : Optional.empty();
  }

  private Optional<Route> routeOfItem(ApiRequest request) {
    return switch (request.method()) {
      case "GET" -> Optional.of(route(Action.READ_ITEM, request, ItemResource::read));
      case "DELETE" -> Optional.of(route(Action.DELETE_ITEM, request, ItemResource::delete));
      case "PUT" -> Optional.of(route(Action.REPLACE_ITEM, request, ItemResource::replace));
      case "PATCH" -> Optional.of(route(Action.PATCH_ITEM, request, this::patch));
      default -> Optional.empty();
    };
  }

  private static boolean writesItem(ApiRequest request) {
    boolean other =
        request.flag(Headers.QUERY) && QueryResource.hasQueryType(request)
            || request.flag(Headers.QUERY_PLAN)
            || request.flag(Headers.BATCH);
    return !other && request.method().equals("POST");
  }

  /** Reads an operation from a request. */
  private interface Reader {
    ItemOperation read(ApiRequest request);
  }

  private Route route(Action action, ApiRequest matched, Reader reader) {
    boolean triggers = ItemCall.hasTriggers(matched);
    return new Route(
        triggers ? Action.RUN_TRIGGERS : action,
        action.kind(),
        exchange -> {
          Container container = containers.of(exchange);
          return ItemCall.of(exchange, container)
              .run(reader.read(exchange.request()), containers.account().scripts());
        },
        // Triggers are scripts, which may block.
        triggers ? WorkKind.BLOCKING : WorkKind.QUICK);
  }

  private static ItemOperation create(ApiRequest request) {
    return new ItemOperation.Create(Json.parseObject(request.body()));
  }

  private static ItemOperation upsert(ApiRequest request) {
    return new ItemOperation.Upsert(Json.parseObject(request.body()), conditions(request));
  }

  private static ItemOperation read(ApiRequest request) {
    return new ItemOperation.Read(id(request), conditions(request));
  }

  private static ItemOperation delete(ApiRequest request) {
    return new ItemOperation.Delete(id(request), conditions(request));
  }

  private static ItemOperation replace(ApiRequest request) {
    return new ItemOperation.Replace(
        id(request), Json.parseObject(request.body()), conditions(request));
  }

  private ItemOperation patch(ApiRequest request) {
    ItemPatch patch =
        ItemPatch.of(Json.parse(request.body()), containers.account().queries().engine());
    return new ItemOperation.Patch(id(request), patch, conditions(request));
  }

  private static String id(ApiRequest request) {
    return request.path().get(5);
  }

  private static EntityTagConditions conditions(ApiRequest request) {
    return new EntityTagConditions(
        request.header(Headers.IF_MATCH).orElse(null),
        request.header(Headers.IF_NONE_MATCH).orElse(null));
  }
}
