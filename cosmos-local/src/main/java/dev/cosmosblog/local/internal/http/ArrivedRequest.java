package dev.cosmosblog.local.internal.http;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;

/**
 * A request as it arrived from a client.
 *
 * @param head the request line and the headers
 * @param body the body, empty if there is none or the request is incomplete
 * @param state whether the request can be answered
 */
record ArrivedRequest(HttpRequest head, byte[] body, State state) {
  /** The outcome of reading a request. */
  enum State {
    /** The request is complete. */
    COMPLETE,
    /** The body exceeds the limit and was skipped. */
    TOO_LARGE,
    /** The bytes are not HTTP, so the start of the next request is unknown. */
    MALFORMED
  }

  boolean keepAlive() {
    return state != State.MALFORMED && HttpUtil.isKeepAlive(head);
  }

  /** A client that asks for the head alone would take a body for the next answer. */
  boolean wantsBody() {
    return !head.method().equals(HttpMethod.HEAD);
  }
}
