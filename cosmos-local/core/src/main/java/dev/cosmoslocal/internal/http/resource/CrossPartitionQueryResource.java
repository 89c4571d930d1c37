package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.query.ContainerQueries;
import dev.cosmoslocal.internal.engine.query.Paging;
import dev.cosmoslocal.internal.engine.query.QueryResult;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import dev.cosmoslocal.internal.query.QueryText;
import dev.cosmoslocal.internal.query.page.QueryPage;
import java.util.Optional;

/**
 * {@code …/docs} without a partition, as the SDKs for JavaScript and Python ask first. Filters,
 * projections and reads of all items are answered partition by partition. A query that only a
 * client can merge is refused with its plan; the client comes back with partition ids (Microsoft
 * Learn, "Query resources using the REST API").
 */
public record CrossPartitionQueryResource(ContainerLookup containers, ContainerQueries queries)
    implements Resource {
  private static final int NOT_SERVABLE = 1004;
  private static final int DEFAULT_PAGE = 100;
  private static final QueryText ALL = QueryText.of("SELECT * FROM c");

  @Override
  public Optional<Route> route(ApiRequest request) {
    boolean scoped =
        request.header(Headers.PARTITION_KEY).isPresent()
            || request.header(Headers.PARTITION_RANGE).isPresent();
    if (scoped || !request.isAt(5, "dbs", "colls", "docs")) {
      return Optional.empty();
    }
    if (request.method().equals("GET") && request.header(Headers.A_IM).isEmpty()) {
      return Optional.of(
          Route.shortRead(Action.LIST_ALL_PARTITIONS, exchange -> page(exchange, ALL)));
    }
    boolean query =
        request.method().equals("POST")
            && request.flag(Headers.QUERY)
            && QueryResource.hasQueryType(request)
            && !request.flag(Headers.QUERY_PLAN);
    return query
        ? Optional.of(Route.longRunning(Action.QUERY_ALL_PARTITIONS, this::query))
        : Optional.empty();
  }

  private ApiResponse query(Exchange exchange) {
    Container container = containers.of(exchange);
    QueryText text = QueryText.of(Json.parse(exchange.request().body()));
    if (container.ranges().size() == 1) {
      return page(exchange, text);
    }
    ObjectNode plan = queries.plan(container, text);
    JsonNode ranges = plan.path("queryRanges");
    if (ranges.size() == 1 && ranges.path(0).path("isMaxInclusive").asBoolean()) {
      return pinned(exchange, container, text, ranges.path(0).path("min").textValue());
    }
    boolean servable = servable(plan.path("queryInfo"));
    if (!servable && place(exchange).isOfAll()) {
      return pageOfAll(exchange, container, text);
    }
    boolean begun = exchange.request().header(Headers.CONTINUATION).isPresent();
    if (!begun && !exchange.request().flag(Headers.CROSS_PARTITION)) {
      throw EngineException.badRequest(
          "Cross partition query is required but disabled. Please set "
              + Headers.CROSS_PARTITION
              + " to true, specify "
              + Headers.PARTITION_KEY
              + ", or revise your query to avoid this exception.");
    }
    boolean parallel = !begun && exchange.request().flag(Headers.PARALLEL);
    return !parallel && servable ? page(exchange, text) : refusal(plan);
  }

  /**
   * Returns whether the pages of the partitions can be concatenated: no rewritten query, no limit,
   * nothing distinct.
   */
  private static boolean servable(JsonNode info) {
    return info.path("rewrittenQuery").asText().isEmpty()
        && info.path("distinctType").asText().equals("None")
        && info.path("top").isNull()
        && info.path("limit").isNull();
  }

  private static ApiResponse refusal(ObjectNode plan) {
    ObjectNode body =
        Json.object()
            .put("code", "BadRequest")
            .put(
                "message",
                "The provided cross partition query can not be directly served by the gateway.")
            .put("additionalErrorInfo", plan.toString());
    return ApiResponse.of(400, body).with(Headers.SUB_STATUS, String.valueOf(NOT_SERVABLE));
  }

  private ApiResponse page(Exchange exchange, QueryText text) {
    Container container = containers.of(exchange);
    CrossPartitionContinuation place = place(exchange);
    PartitionInfo partition = CrossPartitionContinuation.in(container.ranges(), place.min());
    QueryResult result = page(exchange, container, text, partition);
    ApiResponse response = response(exchange, container, result);
    place
        .after(result.page().continuation(), partition)
        .ifPresent(next -> response.with(Headers.CONTINUATION, next.text()));
    return response;
  }

  /**
   * Answers a query whose filter pins the partition key to one partition: nothing has to be merged.
   */
  private ApiResponse pinned(Exchange exchange, Container container, QueryText text, String point) {
    PartitionInfo partition = CrossPartitionContinuation.in(container.ranges(), point);
    return continued(exchange, container, page(exchange, container, text, partition));
  }

  /** Answers a query that began when one partition had all keys, which was split since. */
  private ApiResponse pageOfAll(Exchange exchange, Container container, QueryText text) {
    container.ranges().forEach(partition -> exchange.enter(partition.id()));
    QueryResult result =
        queries.pageOfAll(container, text, paging(exchange), exchange.readConsistency());
    return continued(exchange, container, result);
  }

  private static ApiResponse continued(Exchange exchange, Container container, QueryResult result) {
    ApiResponse response = response(exchange, container, result);
    String next = result.page().continuation();
    return next == null
        ? response
        : response.with(Headers.CONTINUATION, CrossPartitionContinuation.at(next).text());
  }

  private static CrossPartitionContinuation place(Exchange exchange) {
    return CrossPartitionContinuation.of(exchange.request().header(Headers.CONTINUATION));
  }

  private QueryResult page(
      Exchange exchange, Container container, QueryText text, PartitionInfo partition) {
    exchange.enter(partition.id());
    return queries.page(
        container,
        new FeedScope.Physical(partition.id(), null),
        text,
        paging(exchange),
        exchange.readConsistency());
  }

  private static Paging paging(Exchange exchange) {
    int max = exchange.request().number(Headers.MAX_ITEM_COUNT, DEFAULT_PAGE);
    return new Paging(max < 1 ? -1 : max, place(exchange).continuation());
  }

  private static ApiResponse response(Exchange exchange, Container container, QueryResult result) {
    QueryPage page = result.page();
    exchange
        .checkSession(result.sessionToken())
        .addLoaded(page.itemsLoaded())
        .chargeRead(result.charge());
    ApiResponse response =
        ListResponse.ofItems(exchange.request(), container.rid(), page.documents())
            .with(result.sessionToken());
    return QueryMetrics.added(ContainerLookup.named(response, exchange, container), exchange, page);
  }
}
