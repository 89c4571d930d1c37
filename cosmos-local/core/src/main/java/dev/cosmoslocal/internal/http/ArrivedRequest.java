package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.http.auth.Grant;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpUtil;
import org.jspecify.annotations.Nullable;

/**
 * A request as it arrived from a client.
 *
 * @param opened the head; null if nothing could be read or decided
 * @param body the body, empty if it is missing or was not read
 * @param reserved the bytes that are counted for the request until it is answered
 * @param state whether the request can be answered
 */
record ArrivedRequest(@Nullable RequestHead opened, byte[] body, long reserved, State state) {
  private static final byte[] NOTHING = {};

  /** About the objects of a head without headers. */
  private static final int HEAD_BYTES = 1_000;

  /** About the objects of a header. */
  static final int HEADER_BYTES = 200;

  /** The outcome of reading a request. */
  enum State {
    /** The request is complete, or is refused by its head. */
    COMPLETE,
    /** The body exceeds the limit and was skipped. */
    TOO_LARGE,
    /** All connections together have too much in progress, so the body was skipped, or the rest. */
    OVERLOADED,
    /** The bytes are not HTTP, so the start of the next request is unknown. */
    MALFORMED,
    /** The request did not arrive in time. */
    LATE
  }

  static ArrivedRequest last(State state) {
    return new ArrivedRequest(null, NOTHING, 0, state);
  }

  /** A request whose body is not needed for the response. */
  static ArrivedRequest withoutBody(RequestHead head, State state) {
    return new ArrivedRequest(head, NOTHING, 0, state);
  }

  /** The memory that the head takes at most, apart from long values. */
  long headBytes() {
    return opened == null ? 0 : HEAD_BYTES + (long) HEADER_BYTES * opened.http().headers().size();
  }

  /** The same request with more bytes that are counted. */
  ArrivedRequest reservingAlso(long more) {
    return new ArrivedRequest(opened, body, reserved + more, state);
  }

  /** The head of a request that is not the last one of its connection. */
  RequestHead head() {
    if (opened == null) {
      throw new IllegalStateException("The request has no head.");
    }
    return opened;
  }

  /** Returns whether the credentials of the request are valid. Probes have none. */
  boolean isServed() {
    return opened != null
        && opened.admitted().refusal() == null
        && opened.admitted().grant() != Grant.NONE;
  }

  boolean keepAlive() {
    return opened != null && HttpUtil.isKeepAlive(opened.http());
  }

  /** A client that asks for the head alone would take a body for the next answer. */
  boolean wantsBody() {
    return opened == null || !opened.http().method().equals(HttpMethod.HEAD);
  }
}
