package dev.cosmosblog.local.internal.http;

import dev.cosmosblog.local.internal.http.exchange.ApiResponse;
import dev.cosmosblog.local.internal.http.exchange.Exchange;
import dev.cosmosblog.local.internal.http.exchange.Handler;
import dev.cosmosblog.local.internal.http.exchange.Route;
import java.util.function.Consumer;

/**
 * A request on its way to its handler.
 *
 * @param exchange the request and what it uses
 * @param route who answers
 * @param refused whether it is answered with an error already, so that nothing more is to befall it
 * @param began when it had arrived, in nanoseconds of the system's timer
 */
record Call(Exchange exchange, Route route, boolean refused, long began) {
  /** The same request, answered by somebody else. */
  Call answeredBy(Handler handler) {
    return new Call(exchange, Route.quick(route.kind(), handler), refused, began);
  }

  /** Takes a call on its way. */
  @FunctionalInterface
  interface Step {
    /** Has the call answered, now or later, on this or on another thread. */
    void run(Call call, Consumer<ApiResponse> reply);
  }
}
