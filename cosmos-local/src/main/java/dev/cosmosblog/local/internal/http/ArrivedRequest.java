package dev.cosmosblog.local.internal.http;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;

/**
 * What a client sent.
 *
 * @param head the request line and the headers
 * @param body the body, empty if there is none or the request is not complete
 * @param state whether it is a request that can be answered
 */
record ArrivedRequest(HttpRequest head, byte[] body, State state) {
  /** What came of reading a request. */
  enum State {
    /** It is here as a whole. */
    COMPLETE,
    /** Its body is larger than a request may be, and was passed over. */
    TOO_LARGE,
    /** It is no HTTP, so that nobody knows where the next one begins. */
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
