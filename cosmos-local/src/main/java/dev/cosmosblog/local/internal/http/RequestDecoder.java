package dev.cosmosblog.local.internal.http;

import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;

/** Decodes HTTP. It refuses what two readers might understand differently. */
final class RequestDecoder extends HttpRequestDecoder {
  private static final int MAX_LINE = 16 * 1024;
  private static final int MAX_HEADERS = 64 * 1024;
  private static final int MAX_CHUNK = 64 * 1024;

  RequestDecoder() {
    super(MAX_LINE, MAX_HEADERS, MAX_CHUNK);
  }

  /** Returns whether bytes have arrived that are not decoded yet. */
  boolean holdsBytes() {
    return actualReadableBytes() > 0;
  }

  /** RFC 9112, section 6.3: such a message may be an attempt to smuggle in another one. */
  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("A request has a length or chunks, not both.");
  }
}
