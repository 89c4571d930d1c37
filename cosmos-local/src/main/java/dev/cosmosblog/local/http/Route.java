package dev.cosmosblog.local.http;

import dev.cosmosblog.local.request.RequestKind;

/** What a request asks for, who answers, and whether that may take long. */
record Route(RequestKind kind, Handler handler, boolean slow) {
  static Route quick(RequestKind kind, Handler handler) {
    return new Route(kind, handler, false);
  }

  static Route slow(RequestKind kind, Handler handler) {
    return new Route(kind, handler, true);
  }
}
