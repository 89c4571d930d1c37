package dev.cosmosblog.local.http;

import dev.cosmosblog.local.request.RequestKind;

/** What a request asks for, who answers, and at what pace. */
record Route(RequestKind kind, Handler handler, Pace pace) {
  static Route quick(RequestKind kind, Handler handler) {
    return new Route(kind, handler, Pace.QUICK);
  }

  static Route reading(RequestKind kind, Handler handler) {
    return new Route(kind, handler, Pace.LONG);
  }

  static Route waiting(RequestKind kind, Handler handler) {
    return new Route(kind, handler, Pace.WAITING);
  }
}
