package dev.cosmoslocal.internal.http.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.exchange.Action;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Handler;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.Resource;
import dev.cosmoslocal.internal.exchange.Route;
import java.util.Optional;

/** {@code /offers} and {@code /offers/{rid}}. */
public record OffersResource(Account account) implements Resource {
  private static final ListResponse.Owned OWNED = new ListResponse.Owned("", "Offers");

  @Override
  public Optional<Route> route(ApiRequest request) {
    String verb = request.method();
    if (request.isAt(1, "offers") && (verb.equals("GET") || request.isQuery())) {
      return route(Action.LIST_OFFERS, this::list);
    }
    if (request.isAt(2, "offers") && verb.equals("GET")) {
      return route(Action.READ_OFFER, x -> x.unlessKnown(shown(account.offers().get(rid(x)))));
    }
    if (request.isAt(2, "offers") && verb.equals("PUT")) {
      // It may split partitions.
      return Optional.of(Route.blocking(Action.REPLACE_OFFER, this::replace));
    }
    return Optional.empty();
  }

  private ApiResponse replace(Exchange exchange) {
    ObjectNode body = Json.parseObject(exchange.request().body());
    return shown(account.replaceOffer(rid(exchange), body, exchange.ifMatch()));
  }

  private ApiResponse shown(ObjectNode offer) {
    int minimum = account.offers().minimum(offer.path("_rid").textValue());
    return ApiResponse.of(200, offer)
        .with(Headers.ETAG, offer.path("_etag").textValue())
        .with(Headers.MIN_THROUGHPUT, String.valueOf(minimum));
  }

  private static Optional<Route> route(Action action, Handler handler) {
    return Optional.of(Route.quick(action, handler));
  }

  private static String rid(Exchange exchange) {
    return exchange.request().path().get(1);
  }

  private ApiResponse list(Exchange exchange) {
    return ListResponse.page(exchange.request(), OWNED, account.offers().all(), account.queries());
  }
}
