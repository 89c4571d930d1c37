package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Headers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;

/**
 * Writes a response in HTTP/1.1. Head and body go out in one buffer, and so in one system call,
 * which is the most expensive part of a small response.
 */
final class WireResponse {
  private static final int HEAD_BYTES = 512;
  private static final int LARGE_BODY = 32 * 1024;
  private static final byte[] NOTHING = {};
  private static final byte[] VERSION = ascii("HTTP/1.1 ");
  private static final byte[] SEPARATOR = ascii(": ");
  private static final byte[] END = ascii("\r\n");
  private static final byte[] CLOSE = ascii("connection: close\r\n");
  private static final byte[] JSON = ascii("content-type: application/json\r\n");
  private static final byte[] LENGTH = ascii("content-length: ");

  /** As the service writes it (class LogLevelTest of the SDK for Java 2.x). */
  private static final HttpResponseStatus OK = new HttpResponseStatus(200, "Ok");

  private WireResponse() {}

  /** Returns whether a body is written apart from its head, without a copy. */
  static boolean isLarge(int bytes) {
    return bytes > LARGE_BODY;
  }

  /** Writes the response to a request. Without a body, the length header stays (RFC 9110). */
  static ChannelFuture write(
      ChannelHandlerContext context, ApiResponse response, ReplyOptions manner) {
    byte[] body = manner.withBody() ? response.body() : NOTHING;
    boolean large = isLarge(body.length);
    ByteBuf bytes = context.alloc().ioBuffer(HEAD_BYTES + (large ? 0 : body.length));
    head(bytes, response, manner.keepAlive());
    if (large) {
      context.write(bytes);
      return context.writeAndFlush(Unpooled.wrappedBuffer(body));
    }
    return context.writeAndFlush(bytes.writeBytes(body));
  }

  private static void head(ByteBuf bytes, ApiResponse response, boolean keepAlive) {
    HttpResponseStatus status =
        response.status() == OK.code() ? OK : HttpResponseStatus.valueOf(response.status());
    bytes.writeBytes(VERSION);
    ascii(bytes, status.codeAsText()).writeByte(' ');
    ascii(bytes, status.reasonPhrase()).writeBytes(END);
    response.headers().forEach((name, value) -> header(bytes, name, value));
    if (!keepAlive) {
      bytes.writeBytes(CLOSE);
    }
    // RFC 9110: these two have no body.
    if (response.status() != 304 && response.status() != 204) {
      if (!response.headers().containsKey(Headers.CONTENT_TYPE)) {
        bytes.writeBytes(JSON);
      }
      ascii(bytes.writeBytes(LENGTH), Integer.toString(response.body().length)).writeBytes(END);
    }
    bytes.writeBytes(END);
  }

  private static void header(ByteBuf bytes, AsciiString name, String value) {
    ascii(bytes, name).writeBytes(SEPARATOR);
    ascii(bytes, harmless(value)).writeBytes(END);
  }

  private static ByteBuf ascii(ByteBuf bytes, CharSequence text) {
    ByteBufUtil.writeAscii(bytes, text);
    return bytes;
  }

  /** Replaces control characters: a client's name for a resource may contain a line break. */
  private static String harmless(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) < ' ') {
        return value.replaceAll("[\\x00-\\x1f]", "?");
      }
    }
    return value;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
