package dev.cosmosblog.local.internal.http;

/**
 * What an answer owes to the request's manner.
 *
 * @param keepAlive whether the connection goes on after it
 * @param withBody whether a body follows the head
 */
record ReplyOptions(boolean keepAlive, boolean withBody) {
  /** The connection ends with it. */
  static final ReplyOptions LAST = new ReplyOptions(false, true);

  static ReplyOptions of(ArrivedRequest request) {
    return new ReplyOptions(request.keepAlive(), request.wantsBody());
  }
}
