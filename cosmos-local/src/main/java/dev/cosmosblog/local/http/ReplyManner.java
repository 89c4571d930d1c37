package dev.cosmosblog.local.http;

/**
 * What an answer owes to the request's manner.
 *
 * @param keepAlive whether the connection goes on after it
 * @param withBody whether a body follows the head
 */
record ReplyManner(boolean keepAlive, boolean withBody) {
  /** The connection ends with it. */
  static final ReplyManner LAST = new ReplyManner(false, true);

  static ReplyManner of(ArrivedRequest request) {
    return new ReplyManner(request.keepAlive(), request.wantsBody());
  }
}
