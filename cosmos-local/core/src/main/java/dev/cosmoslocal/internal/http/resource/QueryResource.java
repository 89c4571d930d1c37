package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.query.ContainerQueries;
import dev.cosmoslocal.internal.engine.query.Paging;
import dev.cosmoslocal.internal.engine.query.QueryResult;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Handler;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.page.QueryPage;
import java.util.Optional;

/**
 * {@code POST …/docs} with a query: its plan, or a page of it; and {@code GET …/docs}, a page of
 * all items.
 */
public record QueryResource(ContainerLookup containers, ContainerQueries queries)
    implements Resource {
  private static final QueryText ALL = QueryText.of("SELECT * FROM c");
  private static final int DEFAULT_PAGE = 100;

  @Override
  public Optional<Route> route(ApiRequest request) {
    if (!request.isAt(5, "dbs", "colls", "docs")) {
      return Optional.empty();
    }
    if (request.method().equals("GET") && request.header(Headers.A_IM).isEmpty()) {
      return Optional.of(Route.shortRead(Action.LIST_ITEMS, exchange -> page(exchange, ALL)));
    }
    if (request.method().equals("POST") && request.flag(Headers.QUERY_PLAN)) {
      return Optional.of(Route.shortRead(Action.PLAN_QUERY, this::plan));
    }
    if (request.method().equals("POST") && request.flag(Headers.QUERY) && hasQueryType(request)) {
      Handler handler = exchange -> page(exchange, text(exchange.request()));
      return Optional.of(
          request.header(Headers.PARTITION_KEY).isPresent()
              ? Route.shortRead(Action.QUERY_ITEMS, handler)
              : Route.longRunning(Action.QUERY_ITEMS, handler));
    }
    return Optional.empty();
  }

  /**
   * Returns whether the body is a query. The service takes one with another content type for an
   * item.
   */
  static boolean hasQueryType(ApiRequest request) {
    return request.header(Headers.CONTENT_TYPE).orElse("").startsWith("application/query+json");
  }

  private static QueryText text(ApiRequest request) {
    return QueryText.of(Json.parse(request.body()));
  }

  private ApiResponse plan(Exchange exchange) {
    ApiRequest request = exchange.request();
    Container container = containers.of(exchange);
    String features = request.header(Headers.QUERY_FEATURES).orElse("");
    QueryText text = text(request);
    ObjectNode plan =
        request.header(Headers.PARTITION_KEY).isEmpty()
            ? queries.plan(container, text, features)
            : queries.planOfOneKey(container, text, features);
    return ContainerLookup.named(ApiResponse.of(200, plan), exchange, container);
  }

  private ApiResponse page(Exchange exchange, QueryText text) {
    ApiRequest request = exchange.request();
    Container container = containers.of(exchange);
    int max = request.number(Headers.MAX_ITEM_COUNT, DEFAULT_PAGE);
    Paging paging =
        new Paging(max < 1 ? -1 : max, request.header(Headers.CONTINUATION).orElse(null));
    FeedScope scope = ContainerLookup.scope(request, container);
    exchange.enter(scope);
    QueryResult result = queries.page(container, scope, text, paging, exchange.readConsistency());
    QueryPage page = result.page();
    exchange
        .checkSession(result.sessionToken())
        .addLoaded(page.itemsLoaded())
        .chargeRead(result.charge());
    ApiResponse response =
        ListResponse.ofItems(request, container.rid(), page.documents())
            .with(result.sessionToken());
    if (page.continuation() != null) {
      response.with(Headers.CONTINUATION, page.continuation());
    }
    return QueryMetrics.added(ContainerLookup.named(response, exchange, container), exchange, page);
  }
}
