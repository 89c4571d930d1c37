package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.exchange.BytesUnderWay;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpConstants;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import io.netty.util.ByteProcessor;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/**
 * Decodes HTTP. It refuses what two readers might understand differently, and heads that would take
 * much more than their bytes.
 */
final class RequestDecoder extends HttpRequestDecoder {
  private static final int MAX_LINE = 16 * 1024;
  private static final int MAX_HEADERS = 64 * 1024;
  private static final int MAX_CHUNK = 64 * 1024;

  /** SDKs send up to about 40. An object for each of the shortest ones takes 50 times its bytes. */
  private static final int MAX_HEADER_LINES = 200;

  private static final List<String> ABSOLUTE = List.of("http://", "https://");

  /** The memory of an unfinished head up to which it does not count. */
  private static final int UNCOUNTED = 32 * 1024;

  private final BytesUnderWay underWay;

  // All of these are confined to the connection's event loop.
  private boolean insideHead;
  private boolean insideBody;
  private boolean refused;
  private boolean hasLength;
  private int headerLines;

  /** The bytes of an unfinished head that have been decoded, and those that are counted for it. */
  private int headBytes;

  private long reserved;

  RequestDecoder(BytesUnderWay underWay) {
    super(MAX_LINE, MAX_HEADERS, MAX_CHUNK);
    this.underWay = underWay;
  }

  /** Returns whether bytes have arrived that are not decoded yet. */
  boolean holdsBytes() {
    return actualReadableBytes() > 0;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    if (refused) {
      in.skipBytes(in.readableBytes());
      return;
    }
    if (!insideBody && folds(in)) {
      refuse(context, in, out, new IllegalArgumentException("A header has several lines."));
      return;
    }
    int before = in.readerIndex();
    super.decode(context, in, out);
    if (!out.isEmpty() && out.get(0) instanceof HttpRequest request) {
      if (isAmbiguous(request)) {
        out.clear();
        refuse(context, in, out, new IllegalArgumentException("The head is ambiguous."));
        return;
      }
      resolveTarget(request);
    }
    if (!out.isEmpty()) {
      HttpObject last = (HttpObject) out.get(out.size() - 1);
      insideHead = false;
      insideBody = !(last instanceof LastHttpContent);
      refused = last.decoderResult().isFailure();
      release();
    } else if (insideHead) {
      headBytes += in.readerIndex() - before;
      if (!counted()) {
        refuse(context, in, out, new RejectedExecutionException("Too many bytes are under way."));
      }
    }
  }

  /** Netty itself refuses a length together with chunks, and chunks with HTTP/1.0. */
  private static boolean isAmbiguous(HttpRequest request) {
    HttpHeaders headers = request.headers();
    List<String> encodings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
    HttpVersion version = request.protocolVersion();
    return headers.getAll(HttpHeaderNames.HOST).size() > 1
        || headers.getAll(HttpHeaderNames.ORIGIN).size() > 1
        || !encodings.isEmpty()
            && (encodings.size() > 1
                || !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(encodings.get(0)))
        || !version.equals(HttpVersion.HTTP_1_1) && !version.equals(HttpVersion.HTTP_1_0);
  }

  /** RFC 9112, section 3.2.2: a target in absolute form counts instead of the header Host. */
  private static void resolveTarget(HttpRequest request) {
    String uri = request.uri();
    for (String scheme : ABSOLUTE) {
      if (uri.regionMatches(true, 0, scheme, 0, scheme.length())) {
        int slash = uri.indexOf('/', scheme.length());
        int path = slash < 0 ? uri.length() : slash;
        request.headers().set(HttpHeaderNames.HOST, uri.substring(scheme.length(), path));
        request.setUri(slash < 0 ? "/" : uri.substring(path));
      }
    }
  }

  /** Counts what an unfinished head holds; false if all connections together hold too much. */
  private boolean counted() {
    long holds = headBytes + (long) ArrivedRequest.HEADER_BYTES * headerLines;
    if (holds <= UNCOUNTED || holds <= reserved) {
      return true;
    }
    boolean room = underWay.reserve(holds - reserved);
    reserved = room ? holds : reserved;
    return room;
  }

  private void release() {
    if (reserved > 0) {
      underWay.release(reserved);
      reserved = 0;
    }
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) throws Exception {
    release();
    super.handlerRemoved0(context);
  }

  /**
   * Returns whether the rest of a head, as far as it has arrived, continues a header in another
   * line. RFC 9112, section 5.2, has a server refuse that. Netty would copy the header for each
   * such line: gigabytes for a head of 64 KB.
   */
  private boolean folds(ByteBuf in) {
    int end = in.writerIndex();
    int line = in.readerIndex();
    if (!insideHead) {
      int request = in.forEachByte(line, end - line, ByteProcessor.FIND_NON_CRLF);
      line = request < 0 ? end : next(in, request, end);
    }
    while (line < end) {
      byte first = in.getByte(line);
      int next = next(in, line, end);
      if (first == HttpConstants.SP || first == HttpConstants.HT) {
        return true;
      }
      if (next <= line + 2 && (first == HttpConstants.CR || first == HttpConstants.LF)) {
        return false;
      }
      line = next;
    }
    return false;
  }

  /** The beginning of the next line; the end if this one has not arrived as a whole. */
  private static int next(ByteBuf in, int from, int end) {
    int lineFeed = in.indexOf(from, end, HttpConstants.LF);
    return lineFeed < 0 ? end : lineFeed + 1;
  }

  private void refuse(
      ChannelHandlerContext context, ByteBuf in, List<Object> out, RuntimeException cause)
      throws Exception {
    refused = true;
    in.skipBytes(in.readableBytes());
    // Netty drops what it holds of a head with the next bytes.
    reset();
    super.decode(context, Unpooled.EMPTY_BUFFER, out);
    release();
    HttpMessage message = createInvalidMessage();
    message.setDecoderResult(DecoderResult.failure(cause));
    out.add(message);
  }

  @Override
  protected HttpMessage createMessage(String[] initialLine) throws Exception {
    insideHead = true;
    hasLength = false;
    headerLines = 0;
    headBytes = 0;
    return super.createMessage(initialLine);
  }

  /** Netty calls it for each line of a head, and for the lines behind the last chunk of a body. */
  @Override
  protected AsciiString splitHeaderName(byte[] line, int start, int length) {
    if (!insideHead) {
      throw new IllegalArgumentException("A request has no headers behind its body.");
    }
    headerLines++;
    if (headerLines > MAX_HEADER_LINES) {
      throw new IllegalArgumentException("A request has up to 200 header lines.");
    }
    AsciiString name = super.splitHeaderName(line, start, length);
    if (HttpHeaderNames.CONTENT_LENGTH.contentEqualsIgnoreCase(name)) {
      // With HTTP/1.0, Netty would keep only the first.
      if (hasLength) {
        throw new IllegalArgumentException("A request has at most one Content-Length.");
      }
      hasLength = true;
    }
    return name;
  }

  /** RFC 9112, section 6.3: such a message may be an attempt to smuggle in another one. */
  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new IllegalArgumentException("A request has a length or chunks, not both.");
  }
}
