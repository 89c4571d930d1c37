package dev.cosmosblog.local.internal.http.exchange;

import dev.cosmosblog.local.request.RequestKind;

/** What a request asks for, who answers, and at what pace. */
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
