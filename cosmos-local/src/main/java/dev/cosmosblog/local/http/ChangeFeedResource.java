package dev.cosmosblog.local.http;

import dev.cosmosblog.local.engine.ChangePage;
import dev.cosmosblog.local.engine.ChangeStart;
import dev.cosmosblog.local.engine.Container;
import dev.cosmosblog.local.engine.EngineException;
import dev.cosmosblog.local.engine.Queries;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** {@code GET …/docs} with {@code A-IM}: the change feed in its latest-version mode. */
record ChangeFeedResource(Containers containers, Queries queries) implements Resource {
  private static final int DEFAULT_PAGE = 100;

  @Override
  public Optional<Route> route(ApiRequest request) {
    boolean mine =
        request.isAt(5, "dbs", "colls", "docs")
            && request.method().equals("GET")
            && request.header(Headers.A_IM).isPresent();
    return mine ? Optional.of(Route.slow(Operation.CHANGE_FEED, this::page)) : Optional.empty();
  }

  private ApiResponse page(Exchange exchange) {
    ApiRequest request = exchange.request();
    String mode = request.header(Headers.A_IM).orElse("");
    if (!mode.equalsIgnoreCase("Incremental Feed")) {
      throw EngineException.unsupported("The change feed mode " + mode);
    }
    Container container = containers.of(exchange);
    int max = request.number(Headers.MAX_ITEM_COUNT, DEFAULT_PAGE);
    ChangePage page =
        queries.changes(
            container,
            Containers.scope(request, container),
            start(request).earlier(exchange.redelivered()),
            max < 1 ? Integer.MAX_VALUE : max);
    exchange.checkSession(page.partition()).asked(page.partition().id());
    exchange.loaded(page.items().size()).charge(page.charge());
    ApiResponse response =
        page.items().isEmpty()
            ? ApiResponse.empty(304)
            : ApiResponse.of(200, ChangeBody.of(container.rid(), page.items(), wrapped(request)));
    response.with(Headers.ETAG, "\"" + page.continuation() + "\"").with(page.partition());
    response.with(Headers.ITEM_COUNT, String.valueOf(page.items().size()));
    return Containers.named(response, exchange, container);
  }

  private static boolean wrapped(ApiRequest request) {
    return request.header(Headers.CHANGE_FEED_FORMAT).isPresent();
  }

  private static ChangeStart start(ApiRequest request) {
    long afterSeconds =
        request
            .header(Headers.IF_MODIFIED_SINCE)
            .map(ChangeFeedResource::seconds)
            .orElse(Long.MIN_VALUE);
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
