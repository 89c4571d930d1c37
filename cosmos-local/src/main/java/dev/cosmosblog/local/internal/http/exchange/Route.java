package dev.cosmosblog.local.internal.http.exchange;

import dev.cosmosblog.local.request.RequestKind;

/** The kind of a request, its handler, and the kind of its work. */
public record Route(RequestKind kind, Handler handler, WorkKind pace) {
  public static Route quick(RequestKind kind, Handler handler) {
    return new Route(kind, handler, WorkKind.QUICK);
  }

  public static Route reading(RequestKind kind, Handler handler) {
    return new Route(kind, handler, WorkKind.LONG);
  }

  public static Route waiting(RequestKind kind, Handler handler) {
    return new Route(kind, handler, WorkKind.WAITING);
  }
}
