package dev.cosmosblog.local.internal.http.exchange;

import dev.cosmosblog.local.request.RequestKind;

/** The kind of a request, its handler, and the kind of its work. */
public record Route(RequestKind kind, Handler handler, WorkKind workKind) {
  public static Route quick(RequestKind kind, Handler handler) {
    return new Route(kind, handler, WorkKind.QUICK);
  }

  public static Route longRunning(RequestKind kind, Handler handler) {
    return new Route(kind, handler, WorkKind.LONG);
  }

  public static Route blocking(RequestKind kind, Handler handler) {
    return new Route(kind, handler, WorkKind.BLOCKING);
  }
}
