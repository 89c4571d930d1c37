package dev.cosmosblog.local.http;

/** What a request asks for, who answers, and whether that may take long. */
record Route(Operation operation, Handler handler, boolean slow) {
  static Route quick(Operation operation, Handler handler) {
    return new Route(operation, handler, false);
  }

  static Route slow(Operation operation, Handler handler) {
    return new Route(operation, handler, true);
  }
}
