package dev.cosmoslocal.internal.rntbd;

import org.jspecify.annotations.Nullable;

/**
 * A request as it arrived.
 *
 * @param body the body, empty if it is missing or was skipped
 * @param reserved the bytes that are counted for the request until it is answered
 * @param problem the reason why it can't be served; null if it can
 */
record RntbdRequest(RequestFrame frame, byte[] body, long reserved, @Nullable Problem problem) {
  /** The reasons for which a body is skipped. */
  enum Problem {
    /** The body exceeds the limit. */
    TOO_LARGE,
    /** All connections together have too much in progress. */
    OVERLOADED
  }
}
