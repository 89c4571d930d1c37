package dev.cosmosblog.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.local.engine.Account;
import dev.cosmosblog.local.engine.Json;
import dev.cosmosblog.local.request.RequestKind;
import java.util.Optional;

/** {@code /offers} and {@code /offers/{rid}}. */
record OffersResource(Account account) implements Resource {
  private static final Feeds.Owned OWNED = new Feeds.Owned("", "Offers");

  @Override
  public Optional<Route> route(ApiRequest request) {
    String verb = request.method();
    if (request.isAt(1, "offers") && (verb.equals("GET") || request.isQuery())) {
      return route(this::list);
    }
    if (request.isAt(2, "offers") && verb.equals("GET")) {
      return route(x -> x.unlessKnown(shown(account.offers().get(rid(x)))));
    }
    if (request.isAt(2, "offers") && verb.equals("PUT")) {
      // It may have partitions split.
      return Optional.of(Route.waiting(RequestKind.OFFER, this::replace));
    }
    return Optional.empty();
  }

  private ApiResponse replace(Exchange exchange) {
    ObjectNode body = Json.parseObject(exchange.request().body());
    return shown(account.replaceOffer(rid(exchange), body, exchange.ifMatch()));
  }

  private static ApiResponse shown(ObjectNode offer) {
    return ApiResponse.of(200, offer).with(Headers.ETAG, offer.path("_etag").textValue());
  }

  private static Optional<Route> route(Handler handler) {
    return Optional.of(Route.quick(RequestKind.OFFER, handler));
  }

  private static String rid(Exchange exchange) {
    return exchange.request().path().get(1);
  }

  private ApiResponse list(Exchange exchange) {
    return Feeds.page(exchange.request(), OWNED, account.offers().all(), account.queries());
  }
}
