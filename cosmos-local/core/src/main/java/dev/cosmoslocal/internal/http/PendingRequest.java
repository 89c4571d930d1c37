package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Exchange;
import dev.cosmoslocal.internal.exchange.Handler;
import dev.cosmoslocal.internal.exchange.Route;
import java.util.function.Consumer;

/**
 * A request on its way to its handler.
 *
 * @param exchange the request and its use of resources
 * @param undisturbed whether no fault is injected: the response is an error already, or somebody
 *     looks at the account with the explorer
 * @param began the time of arrival, in nanoseconds of the system's timer
 */
record PendingRequest(Exchange exchange, Route route, boolean undisturbed, long began) {
  PendingRequest answeredBy(Handler handler) {
    return new PendingRequest(exchange, route.answeredBy(handler), undisturbed, began);
  }

  /** A step in the processing of a call. */
  @FunctionalInterface
  interface Step {
    /** Answers the call, now or later, on this or another thread. */
    void run(PendingRequest call, Consumer<ApiResponse> reply);
  }
}
