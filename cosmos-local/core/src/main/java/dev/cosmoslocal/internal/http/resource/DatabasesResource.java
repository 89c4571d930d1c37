package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.account.Database;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Handler;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import java.util.List;
import java.util.Optional;

/** {@code /dbs} and {@code /dbs/{database}}. */
public record DatabasesResource(Account account) implements Resource {
  private static final ListResponse.Owned OWNED = new ListResponse.Owned("", "Databases");

  @Override
  public Optional<Route> route(ApiRequest request) {
    if (request.isAt(1, "dbs")) {
      return switch (request.method()) {
        case "GET" -> route(Action.LIST_DATABASES, this::list);
        case "POST" ->
            request.isQuery()
                ? route(Action.LIST_DATABASES, this::list)
                : route(Action.CREATE_DATABASE, this::create);
        default -> Optional.empty();
      };
    }
    if (request.isAt(2, "dbs")) {
      return switch (request.method()) {
        case "GET" -> route(Action.READ_DATABASE, x -> x.unlessKnown(describe(200, find(x))));
        case "DELETE" -> route(Action.DELETE_DATABASE, this::delete);
        default -> Optional.empty();
      };
    }
    return Optional.empty();
  }

  private static Optional<Route> route(Action action, Handler handler) {
    return Optional.of(Route.quick(action, handler));
  }

  private Database find(Exchange exchange) {
    return account.database(exchange.request().path().get(1));
  }

  private ApiResponse list(Exchange exchange) {
    List<ObjectNode> all = account.databases().stream().map(Database::json).toList();
    return ListResponse.page(exchange.request(), OWNED, all, account.queries());
  }

  private ApiResponse create(Exchange exchange) {
    Optional<ObjectNode> throughput = RequestedThroughput.of(exchange.request());
    Database database = account.createDatabase(Json.parseObject(exchange.request().body()));
    throughput.ifPresent(content -> account.addOffer(database, content));
    return describe(201, database);
  }

  private ApiResponse delete(Exchange exchange) {
    Database database = find(exchange);
    account.deleteDatabase(database, exchange.ifMatch());
    account.offers().removeFor(database.rid());
    for (Container container : database.containers()) {
      account.offers().removeFor(container.rid());
    }
    return ApiResponse.empty(204);
  }

  private static ApiResponse describe(int status, Database database) {
    ObjectNode json = database.json();
    return ApiResponse.of(status, json).with(Headers.ETAG, json.path("_etag").textValue());
  }
}
