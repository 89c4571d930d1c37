package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.account.Database;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.container.ScriptKind;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.throughput.OfferContent;
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

/** {@code /dbs/{database}/colls} and {@code /dbs/{database}/colls/{container}}. */
public record ContainersResource(Account account) implements Resource {
  private static final String KEY_REQUIRED = "2018-12-31";

  @Override
  public Optional<Route> route(ApiRequest request) {
    if (request.isAt(3, "dbs", "colls")) {
      return switch (request.method()) {
        case "GET" -> listRoute();
        case "POST" ->
            request.isQuery() ? listRoute() : route(Action.CREATE_CONTAINER, this::create);
        default -> Optional.empty();
      };
    }
    if (request.isAt(4, "dbs", "colls")) {
      return switch (request.method()) {
        case "GET" -> route(Action.READ_CONTAINER, this::read);
        // A new indexing policy rebuilds all indexes.
        case "PUT" -> Optional.of(Route.blocking(Action.REPLACE_CONTAINER, this::replace));
        // It waits for a replace that rebuilds indexes.
        case "DELETE" -> Optional.of(Route.blocking(Action.DELETE_CONTAINER, this::delete));
        default -> Optional.empty();
      };
    }
    return Optional.empty();
  }

  /** Containers may have long settings each. */
  private Optional<Route> listRoute() {
    return Optional.of(Route.longRunning(Action.LIST_CONTAINERS, this::list));
  }

  private static Optional<Route> route(Action action, Handler handler) {
    return Optional.of(Route.quick(action, handler));
  }

  private Database database(Exchange exchange) {
    return account.owner(exchange.request().path().get(1));
  }

  private Container find(Exchange exchange) {
    Container container = database(exchange).container(exchange.request().path().get(3));
    exchange.container(container.id());
    return container;
  }

  private ApiResponse read(Exchange exchange) {
    Container container = find(exchange);
    ApiResponse response = describe(200, database(exchange), container, exchange);
    boolean quota = exchange.request().flag(Headers.POPULATE_QUOTA);
    return exchange.unlessKnown(
        (quota ? Quota.added(response, container) : response)
            .with(Headers.INDEX_PROGRESS, String.valueOf(container.state().indexProgress())));
  }

  private ApiResponse list(Exchange exchange) {
    Database database = database(exchange);
    List<ObjectNode> all = database.containers().stream().map(Container::json).toList();
    return ListResponse.page(
        exchange.request(),
        new ListResponse.Owned(database.rid(), "DocumentCollections"),
        all,
        account.queries());
  }

  private ApiResponse create(Exchange exchange) {
    ApiRequest request = exchange.request();
    Database database = database(exchange);
    Optional<ObjectNode> throughput = RequestedThroughput.of(request);
    ObjectNode body = Json.parseObject(request.body());
    Container container =
        body.has("partitionKey") || !old(request)
            ? database.createContainer(
                body, throughput.map(OfferContent::of).orElse(OfferContent.STANDARD))
            : database.createUnpartitioned(body);
    exchange.container(container.id());
    throughput
        .or(() -> account.offers().standard(database.rid()))
        .ifPresent(content -> account.addOffer(database, container, content));
    return describe(201, database, container, exchange);
  }

  /** Dates of versions sort as text (Microsoft Learn, "Supported REST API versions"). */
  private static boolean old(ApiRequest request) {
    return request
        .header(Headers.VERSION)
        .filter(version -> version.compareTo(KEY_REQUIRED) < 0)
        .isPresent();
  }

  private ApiResponse replace(Exchange exchange) {
    Container container = find(exchange);
    ObjectNode body = Json.parseObject(exchange.request().body());
    database(exchange).replaceContainer(container, body, exchange.ifMatch());
    return describe(200, database(exchange), container, exchange);
  }

  private ApiResponse delete(Exchange exchange) {
    Container container = find(exchange);
    database(exchange).deleteContainer(container, exchange.ifMatch());
    account.offers().removeFor(container.rid());
    return ApiResponse.empty(204).with(Headers.CONTENT_PATH, container.rid());
  }

  /**
   * Without the database's name in a header, the SDK's change feed does not start (class
   * RxCollectionCache).
   */
  private static ApiResponse describe(
      int status, Database database, Container container, Exchange exchange) {
    ObjectNode json = container.json();
    if (container.unpartitioned() && old(exchange.request())) {
      json.remove("partitionKey");
    }
    return ApiResponse.of(status, json)
        .with(Headers.ETAG, json.path("_etag").textValue())
        .with(Headers.ALT_CONTENT_PATH, "dbs/" + database.id())
        .with(Headers.CONTENT_PATH, container.rid());
  }

  /**
   * The quota headers, as far as they are known: the number of items and scripts (class
   * ResourceResponse of the SDK for Java).
   */
  private static final class Quota {
    private static final String BOUNDS =
        "documentSize=10240;documentsSize=10485760;documentsCount=-1;collectionSize=10485760;"
            + "storedProcedures=100;triggers=25;functions=50;";

    private Quota() {}

    static ApiResponse added(ApiResponse response, Container container) {
      String used =
          "documentSize=0;documentsSize=0;documentsCount=%d;collectionSize=0;"
              .formatted(container.items());
      String scripts =
          "storedProcedures=%d;triggers=%d;functions=%d;"
              .formatted(
                  container.scripts().all(ScriptKind.STORED_PROCEDURE).size(),
                  container.scripts().all(ScriptKind.TRIGGER).size(),
                  container.scripts().all(ScriptKind.FUNCTION).size());
      return response
          .with(Headers.RESOURCE_QUOTA, BOUNDS)
          .with(Headers.RESOURCE_USAGE, used + scripts);
    }
  }
}
