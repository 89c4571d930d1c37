package dev.cosmoslocal.internal.http.resource;

import dev.cosmoslocal.internal.engine.changefeed.ChangeFeed;
import dev.cosmoslocal.internal.engine.changefeed.ChangePage;
import dev.cosmoslocal.internal.engine.changefeed.ChangeStart;
import dev.cosmoslocal.internal.engine.changefeed.VersionPage;
import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.partition.FeedScope;
import dev.cosmoslocal.internal.engine.partition.PartitionInfo;
import dev.cosmoslocal.internal.engine.partition.SessionToken;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.ContainerLookup;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@code GET …/docs} with {@code A-IM}: the change feed of latest versions, or of all versions and
 * deletes.
 */
public record ChangeFeedResource(ContainerLookup containers) implements Resource {
  private static final int DEFAULT_PAGE = 100;

  @Override
  public Optional<Route> route(ApiRequest request) {
    boolean mine =
        request.isAt(5, "dbs", "colls", "docs")
            && request.method().equals("GET")
            && request.header(Headers.A_IM).isPresent();
    return mine
        ? Optional.of(Route.shortRead(Action.READ_CHANGE_FEED, this::page))
        : Optional.empty();
  }

  private ApiResponse page(Exchange exchange) {
    String mode = exchange.request().header(Headers.A_IM).orElse("").toLowerCase(Locale.ROOT);
    return switch (mode) {
      case "incremental feed" -> latest(exchange);
      case "full-fidelity feed" -> all(exchange);
      default -> throw EngineException.unsupported("The change feed mode " + mode);
    };
  }

  private ApiResponse latest(Exchange exchange) {
    ApiRequest request = exchange.request();
    Container container = containers.of(exchange);
    if (isOfAll(request) && container.ranges().size() > 1) {
      return ofAll(exchange, container);
    }
    FeedScope scope = ContainerLookup.scope(request, container);
    exchange.enter(scope);
    ChangeStart start = start(request).earlier(exchange.redelivered());
    boolean opening = opening(request);
    ChangePage page =
        new ChangeFeed(container, exchange.readConsistency())
            .latestVersions(scope, start, opening ? 1 : max(request));
    exchange.chargeRead(page.charge());
    if (opening && !page.items().isEmpty()) {
      return ContainerLookup.named(opened(exchange, container, page), exchange, container);
    }
    byte[] body = ChangeFeedBody.latestVersions(container.rid(), page.items(), wrapped(request));
    Fill fill = new Fill(page.items().size(), page.continuation(), page.sessionToken());
    return ContainerLookup.named(respond(exchange, fill, body), exchange, container);
  }

  private static boolean isOfAll(ApiRequest request) {
    return request.header(Headers.PARTITION_KEY).isEmpty()
        && request.header(Headers.PARTITION_RANGE).isEmpty();
  }

  /**
   * Answers with the changes of the next physical partition that has some, and with the positions
   * in all of them. The partitions take turns: the one that has answered comes last the next time,
   * so that a busy one does not keep the others' changes back.
   */
  private static ApiResponse ofAll(Exchange exchange, Container container) {
    ApiRequest request = exchange.request();
    FeedPositions from = FeedPositions.of(request.header(Headers.IF_NONE_MATCH).orElse(""));
    ChangeFeed feed = new ChangeFeed(container, exchange.readConsistency());
    boolean opening = opening(request);
    Map<String, Long> passed = new LinkedHashMap<>();
    Map<String, Long> next = new LinkedHashMap<>();
    ChangePage answer = null;
    for (PartitionInfo partition : from.inTurn(container.ranges())) {
      Map<String, Long> reached = answer == null ? passed : next;
      long after = from.in(partition);
      if (answer == null || opening || after == ChangeStart.NOW) {
        exchange.enter(partition.id());
        ChangePage page =
            feed.latestVersions(
                new FeedScope.Physical(partition.id(), null),
                new ChangeStart(after, afterSeconds(request)),
                opening ? 1 : max(request));
        boolean begins = opening && !page.items().isEmpty();
        after = begins ? page.items().get(0).lsn() - 1 : page.continuation();
        answer = answer == null && !page.items().isEmpty() ? page : answer;
        exchange.checkSession(page.sessionToken());
      }
      reached.put(partition.id(), after);
    }
    ApiResponse response = ApiResponse.empty(304).with(Headers.ITEM_COUNT, "0");
    if (answer != null) {
      List<Item> items = opening ? List.of() : answer.items();
      exchange.chargeRead(answer.charge()).addLoaded(items.size());
      byte[] body = ChangeFeedBody.latestVersions(container.rid(), items, wrapped(request));
      response =
          ApiResponse.of(200, body)
              .with(answer.sessionToken())
              .with(Headers.ITEM_COUNT, String.valueOf(items.size()));
    }
    next.putAll(passed);
    response.with(Headers.ETAG, new FeedPositions(next).tag());
    return ContainerLookup.named(response, exchange, container);
  }

  /**
   * Returns whether this is a client's first request from a point in time. The service answers it
   * without changes, only with the position where they begin: {@code azure-sdk-for-python} pull
   * request 35022 and {@code azure-cosmos-dotnet-v3} issue 3595.
   */
  private static boolean opening(ApiRequest request) {
    return request.header(Headers.IF_MODIFIED_SINCE).isPresent()
        && request.header(Headers.IF_NONE_MATCH).isEmpty();
  }

  private static ApiResponse opened(Exchange exchange, Container container, ChangePage page) {
    byte[] none =
        ChangeFeedBody.latestVersions(container.rid(), List.of(), wrapped(exchange.request()));
    Fill fill = new Fill(0, page.items().get(0).lsn() - 1, page.sessionToken());
    return marked(exchange, fill, ApiResponse.of(200, none));
  }

  /**
   * Neither the SDK nor the service reads all versions from the beginning or from a point in time.
   */
  private ApiResponse all(Exchange exchange) {
    ApiRequest request = exchange.request();
    if (request.header(Headers.IF_NONE_MATCH).isEmpty()
        || request.header(Headers.IF_MODIFIED_SINCE).isPresent()) {
      throw EngineException.badRequest(
          "The change feed of all versions and deletes can be read from now or from a continuation"
              + " only.");
    }
    Container container = containers.of(exchange);
    ChangeFeed feed = new ChangeFeed(container, exchange.readConsistency());
    FeedScope scope = ContainerLookup.scope(request, container);
    exchange.enter(scope);
    ChangeStart start = start(request).earlier(exchange.redelivered());
    VersionPage page = feed.allVersions(scope, start, max(request));
    exchange.chargeRead(page.charge());
    Fill fill = new Fill(page.versions().size(), page.continuation(), page.sessionToken());
    byte[] body = ChangeFeedBody.allVersions(feed, page.versions());
    return ContainerLookup.named(respond(exchange, fill, body), exchange, container);
  }

  /** The number of changes on a page, and its end. */
  private record Fill(int count, long continuation, SessionToken sessionToken) {}

  private static ApiResponse respond(Exchange exchange, Fill fill, byte[] body) {
    return marked(
        exchange, fill, fill.count == 0 ? ApiResponse.empty(304) : ApiResponse.of(200, body));
  }

  private static ApiResponse marked(Exchange exchange, Fill fill, ApiResponse response) {
    exchange.checkSession(fill.sessionToken).addLoaded(fill.count);
    return response
        .with(Headers.ETAG, "\"" + fill.continuation + "\"")
        .with(fill.sessionToken)
        .with(Headers.ITEM_COUNT, String.valueOf(fill.count));
  }

  private static int max(ApiRequest request) {
    int max = request.number(Headers.MAX_ITEM_COUNT, DEFAULT_PAGE);
    return max < 1 ? Integer.MAX_VALUE : max;
  }

  private static boolean wrapped(ApiRequest request) {
    return request.header(Headers.CHANGE_FEED_FORMAT).isPresent();
  }

  private static long afterSeconds(ApiRequest request) {
    return request
        .header(Headers.IF_MODIFIED_SINCE)
        .map(ChangeFeedResource::seconds)
        .orElse(Long.MIN_VALUE);
  }

  private static ChangeStart start(ApiRequest request) {
    long afterSeconds = afterSeconds(request);
    String etag = request.header(Headers.IF_NONE_MATCH).orElse("");
    if (etag.isEmpty()) {
      return new ChangeStart(-1, afterSeconds);
    }
    if (etag.equals("*")) {
      return new ChangeStart(ChangeStart.NOW, afterSeconds);
    }
    try {
      return new ChangeStart(Long.parseLong(etag.replace("\"", "")), afterSeconds);
    } catch (NumberFormatException e) {
      throw EngineException.badRequest(
          "The continuation " + etag + " of the change feed is malformed.");
    }
  }

  private static long seconds(String date) {
    try {
      return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date)).getEpochSecond();
    } catch (DateTimeException e) {
      throw EngineException.badRequest("The date " + date + " is malformed.");
    }
  }
}
