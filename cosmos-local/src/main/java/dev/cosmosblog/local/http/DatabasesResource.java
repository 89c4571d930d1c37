package dev.cosmosblog.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.engine.Account;
import dev.cosmosblog.local.engine.Container;
import dev.cosmosblog.local.engine.Database;
import dev.cosmosblog.local.engine.Json;
import dev.cosmosblog.local.request.RequestKind;
import java.util.List;
import java.util.Optional;

/** {@code /dbs} and {@code /dbs/{database}}. */
record DatabasesResource(Account account) implements Resource {
  private static final Feeds.Owned OWNED = new Feeds.Owned("", "Databases");

  @Override
  public Optional<Route> route(ApiRequest request) {
    if (request.isAt(1, "dbs")) {
      return switch (request.method()) {
        case "GET" -> route(this::list);
        case "POST" -> route(request.isQuery() ? this::list : this::create);
        default -> Optional.empty();
      };
    }
    if (request.isAt(2, "dbs")) {
      return switch (request.method()) {
        case "GET" -> route(exchange -> exchange.unlessKnown(describe(200, find(exchange))));
        case "DELETE" -> route(this::delete);
        default -> Optional.empty();
      };
    }
    return Optional.empty();
  }

  private static Optional<Route> route(Handler handler) {
    return Optional.of(Route.quick(RequestKind.DATABASE, handler));
  }

  private Database find(Exchange exchange) {
    return account.database(exchange.request().path().get(1));
  }

  private ApiResponse list(Exchange exchange) {
    List<ObjectNode> all = account.databases().stream().map(Database::json).toList();
    return Feeds.page(exchange.request(), OWNED, all, account.queries());
  }

  private ApiResponse create(Exchange exchange) {
    Optional<ObjectNode> throughput = Throughput.asked(exchange.request());
    Database database = account.createDatabase(Json.parseObject(exchange.request().body()));
    throughput.ifPresent(
        c -> account.offers().add(database.rid(), "dbs/" + database.rid() + "/", c));
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
