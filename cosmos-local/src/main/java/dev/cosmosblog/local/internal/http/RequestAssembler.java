package dev.cosmosblog.local.internal.http;

import dev.cosmosblog.local.internal.http.ArrivedRequest.State;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Assembles a request from decoded parts. If one is too large, it passes on the failure and skips
 * the rest, so that the connection continues. Netty's own aggregator would collect the parts in a
 * composite buffer, which costs more than decoding a small request.
 */
final class RequestAssembler extends ChannelInboundHandlerAdapter {
  private static final int MAX_BYTES = 4 * 1024 * 1024;
  private static final byte[] NOTHING = {};
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  // All of these are confined to the connection's event loop.
  /** Null between requests, and while the rest of one is skipped. */
  private @Nullable HttpRequest head;

  private @Nullable ByteArrayOutputStream parts;

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (message instanceof HttpRequest request) {
        begin(context, request);
      }
      HttpRequest open = head;
      if (open != null) {
        take(context, open, (HttpObject) message);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void begin(ChannelHandlerContext context, HttpRequest request) {
    head = request;
    if (request.decoderResult().isFailure()) {
      return;
    }
    boolean awaited = HttpUtil.is100ContinueExpected(request);
    if (HttpUtil.getContentLength(request, 0L) > MAX_BYTES) {
      if (awaited) {
        // The client may not send the body now, so the next bytes can be anything.
        HttpUtil.setKeepAlive(request, false);
      }
      finish(context, request, NOTHING, State.TOO_LARGE);
    } else if (awaited) {
      context.writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
    }
  }

  private void take(ChannelHandlerContext context, HttpRequest open, HttpObject part) {
    if (part.decoderResult().isFailure()) {
      finish(context, open, NOTHING, State.MALFORMED);
    } else if (part instanceof HttpContent content) {
      take(context, open, content.content(), part instanceof LastHttpContent);
    }
  }

  private void take(ChannelHandlerContext context, HttpRequest open, ByteBuf bytes, boolean last) {
    ByteArrayOutputStream before = parts;
    if (last && before == null) {
      finish(context, open, ByteBufUtil.getBytes(bytes), State.COMPLETE);
      return;
    }
    if (before == null) {
      before = new ByteArrayOutputStream();
      parts = before;
    }
    if (before.size() + bytes.readableBytes() > MAX_BYTES) {
      finish(context, open, NOTHING, State.TOO_LARGE);
      return;
    }
    before.writeBytes(ByteBufUtil.getBytes(bytes));
    if (last) {
      finish(context, open, before.toByteArray(), State.COMPLETE);
    }
  }

  private void finish(ChannelHandlerContext context, HttpRequest open, byte[] body, State state) {
    head = null;
    parts = null;
    context.fireChannelRead(new ArrivedRequest(open, body, state));
  }
}
