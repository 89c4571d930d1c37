package dev.cosmoslocal.internal.http.resource;

import dev.cosmoslocal.internal.engine.operation.EntityTagConditions;
import dev.cosmoslocal.internal.engine.operation.ItemOperation;
import dev.cosmoslocal.internal.engine.operation.ItemPatch;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import dev.cosmoslocal.internal.exchange.WorkKind;
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
  private interface ItemReader {
    ItemOperation read(ItemCall call);
  }

  private Route route(Action action, ApiRequest matched, ItemReader reader) {
    boolean triggers = ItemCall.hasTriggers(matched);
    return new Route(
        triggers ? Action.RUN_TRIGGERS : action,
        action.kind(),
        exchange -> {
          ItemCall call = ItemCall.of(exchange, containers.of(exchange));
          return call.run(reader.read(call), containers.account().scripts());
        },
        // Triggers are scripts, which may block.
        triggers ? WorkKind.BLOCKING : WorkKind.QUICK);
  }

  private static ItemOperation create(ItemCall call) {
    return new ItemOperation.Create(call.body());
  }

  private static ItemOperation upsert(ItemCall call) {
    return new ItemOperation.Upsert(call.body(), conditions(call));
  }

  private static ItemOperation read(ItemCall call) {
    return new ItemOperation.Read(call.id(), conditions(call));
  }

  private static ItemOperation delete(ItemCall call) {
    return new ItemOperation.Delete(call.id(), conditions(call));
  }

  private static ItemOperation replace(ItemCall call) {
    return new ItemOperation.Replace(call.id(), call.body(), conditions(call));
  }

  private ItemOperation patch(ItemCall call) {
    byte[] body = call.exchange().request().body();
    ItemPatch patch = ItemPatch.of(Json.parse(body), containers.account().queries().engine());
    return new ItemOperation.Patch(call.id(), patch, conditions(call));
  }

  private static EntityTagConditions conditions(ItemCall call) {
    ApiRequest request = call.exchange().request();
    return new EntityTagConditions(
        request.header(Headers.IF_MATCH).orElse(null),
        request.header(Headers.IF_NONE_MATCH).orElse(null));
  }
}
