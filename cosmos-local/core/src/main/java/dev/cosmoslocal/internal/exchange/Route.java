package dev.cosmoslocal.internal.exchange;

import dev.cosmoslocal.request.RequestKind;
import java.util.function.Consumer;

/**
 * The route of a request.
 *
 * @param action what the handler does, by which access is decided
 */
public record Route(Action action, RequestKind kind, Handler handler, WorkKind workKind) {
  public static Route quick(Action action, Handler handler) {
    return new Route(action, action.kind(), handler, WorkKind.QUICK);
  }

  public static Route shortRead(Action action, Handler handler) {
    return new Route(action, action.kind(), handler, WorkKind.SHORT);
  }

  public static Route longRunning(Action action, Handler handler) {
    return new Route(action, action.kind(), handler, WorkKind.LONG);
  }

  public static Route blocking(Action action, Handler handler) {
    return new Route(action, action.kind(), handler, WorkKind.BLOCKING);
  }

  /** The same route on a thread that may block. */
  public Route onBlockingThread() {
    return new Route(action, kind, handler, WorkKind.BLOCKING);
  }

  /** The same route, whose handler is called after a check that may refuse the request. */
  public Route after(Consumer<Exchange> check) {
    return new Route(
        action,
        kind,
        exchange -> {
          check.accept(exchange);
          return handler.handle(exchange);
        },
        workKind);
  }

  /** A route that answers this one's requests quickly in another way. */
  public Route answeredBy(Handler other) {
    return new Route(action, kind, other, WorkKind.QUICK);
  }
}
