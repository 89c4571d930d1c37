package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.account.Database;
import dev.cosmoslocal.internal.engine.account.NamedResources;
import dev.cosmoslocal.internal.engine.account.Users;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Handler;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import dev.cosmoslocal.internal.http.auth.ResourceTokens;
import java.util.Optional;

/**
 * {@code /dbs/{database}/users} and {@code /dbs/{database}/users/{user}/permissions}, with the
 * tokens of permissions.
 */
public record UsersResource(Account account, ResourceTokens tokens) implements Resource {
  @Override
  public Optional<Route> route(ApiRequest request) {
    if (request.isAt(3, "dbs", "users")) {
      return routeOfList(
          request, Action.LIST_USERS, request.isQuery() ? Action.LIST_USERS : Action.CREATE_USER);
    }
    if (request.isAt(5, "dbs", "users", "permissions")) {
      return routeOfList(
          request,
          Action.LIST_PERMISSIONS,
          request.isQuery() ? Action.LIST_PERMISSIONS : Action.CREATE_PERMISSION);
    }
    if (request.isAt(4, "dbs", "users")) {
      return routeOfOne(request, Action.READ_USER, Action.REPLACE_USER, Action.DELETE_USER);
    }
    return request.isAt(6, "dbs", "users", "permissions")
        ? routeOfOne(
            request, Action.READ_PERMISSION, Action.REPLACE_PERMISSION, Action.DELETE_PERMISSION)
        : Optional.empty();
  }

  private Optional<Route> routeOfList(ApiRequest request, Action list, Action post) {
    return switch (request.method()) {
      case "GET" -> listRoute(list);
      case "POST" -> post == list ? listRoute(list) : route(post, this::write);
      default -> Optional.empty();
    };
  }

  private Optional<Route> routeOfOne(
      ApiRequest request, Action read, Action replace, Action delete) {
    return switch (request.method()) {
      case "GET" -> route(read, x -> x.unlessKnown(shown(200, x, resources(x).get(name(x)))));
      case "PUT" -> route(replace, x -> replaced(x, name(x), body(x)));
      case "DELETE" -> route(delete, this::delete);
      default -> Optional.empty();
    };
  }

  /** Each permission in a list has a token, which is signed. */
  private Optional<Route> listRoute(Action action) {
    return Optional.of(Route.longRunning(action, this::list));
  }

  private static Optional<Route> route(Action action, Handler handler) {
    return Optional.of(Route.quick(action, handler));
  }

  private ApiResponse list(Exchange exchange) {
    boolean permissions = ofPermissions(exchange);
    String rid =
        permissions
            ? users(exchange).all().get(path(exchange, 3)).path("_rid").asText()
            : account.owner(path(exchange, 1)).rid();
    return ListResponse.page(
        exchange.request(),
        new ListResponse.Owned(rid, permissions ? "Permissions" : "Users"),
        resources(exchange).all(),
        account.queries(),
        permissions ? permission -> addToken(exchange, permission) : user -> {});
  }

  private ApiResponse write(Exchange exchange) {
    NamedResources resources = resources(exchange);
    ObjectNode body = body(exchange);
    return exchange.request().flag(Headers.UPSERT) && resources.has(body)
        ? replaced(exchange, body.path("id").asText(), body)
        : shown(201, exchange, resources.create(body));
  }

  private ApiResponse replaced(Exchange exchange, String name, ObjectNode body) {
    ObjectNode next = resources(exchange).replace(name, body, exchange.ifMatch());
    return shown(200, exchange, next);
  }

  private ApiResponse delete(Exchange exchange) {
    if (ofPermissions(exchange)) {
      resources(exchange).delete(name(exchange), exchange.ifMatch());
    } else {
      users(exchange).delete(name(exchange), exchange.ifMatch());
    }
    return ApiResponse.empty(204);
  }

  private ApiResponse shown(int status, Exchange exchange, ObjectNode json) {
    if (ofPermissions(exchange)) {
      addToken(exchange, json);
    }
    return ApiResponse.of(status, json).with(Headers.ETAG, json.path("_etag").textValue());
  }

  private void addToken(Exchange exchange, ObjectNode permission) {
    Database database = account.owner(path(exchange, 1));
    Users.PermissionId id =
        database.users().permissionId(path(exchange, 3), permission.path("_rid").textValue());
    tokens.add(permission, database, id, exchange.request());
  }

  private NamedResources resources(Exchange exchange) {
    return ofPermissions(exchange)
        ? users(exchange).permissions(path(exchange, 3))
        : users(exchange).all();
  }

  private Users users(Exchange exchange) {
    return account.owner(path(exchange, 1)).users();
  }

  private static boolean ofPermissions(Exchange exchange) {
    return exchange.request().path().size() > 4;
  }

  private static String name(Exchange exchange) {
    return path(exchange, exchange.request().path().size() - 1);
  }

  private static String path(Exchange exchange, int place) {
    return exchange.request().path().get(place);
  }

  private static ObjectNode body(Exchange exchange) {
    return Json.parseObject(exchange.request().body());
  }
}
