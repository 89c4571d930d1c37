package dev.cosmoslocal.internal.http;

/**
 * The form of a reply.
 *
 * @param keepAlive whether the connection stays open
 * @param withBody whether a body follows the head
 */
record ReplyOptions(boolean keepAlive, boolean withBody) {
  static final ReplyOptions LAST = new ReplyOptions(false, true);

  static ReplyOptions of(ArrivedRequest request) {
    return new ReplyOptions(request.keepAlive(), request.wantsBody());
  }
}
