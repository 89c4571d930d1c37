package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.exchange.BytesUnderWay;
import dev.cosmoslocal.internal.http.ArrivedRequest.State;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Assembles a request from decoded parts. Decisions that need only the head are made before the
 * body is read: a refused request is passed on at once, and its body is skipped, so that the
 * connection continues. Netty's own aggregator would collect the parts in a composite buffer, which
 * costs more than decoding a small request.
 */
final class RequestAssembler extends ChannelInboundHandlerAdapter {
  private static final int MAX_BYTES = 4 * 1024 * 1024;
  private static final int FIRST_BYTES = 64 * 1024;
  private static final byte[] NOTHING = {};
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Dispatcher dispatcher;
  private final ServerAddress place;
  private final BytesUnderWay underWay;

  // All of these are confined to the connection's event loop.
  private boolean inside;

  /** Null between requests, and while the rest of one is skipped. */
  private @Nullable RequestHead head;

  /** The parts that have arrived, in an array of the expected length as far as it is known. */
  private byte[] parts = NOTHING;

  private int length;

  /** The host that was allowed last: clients send the same one in each request. */
  private String knownHost = "";

  RequestAssembler(Dispatcher dispatcher, ServerAddress place, BytesUnderWay underWay) {
    this.dispatcher = dispatcher;
    this.place = place;
    this.underWay = underWay;
  }

  /** Returns whether a request has begun and not ended. */
  boolean inside() {
    return inside;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      DecoderResult result = ((HttpObject) message).decoderResult();
      if (result.isFailure()) {
        inside = false;
        boolean overloaded = result.cause() instanceof RejectedExecutionException;
        finish(context, ArrivedRequest.last(overloaded ? State.OVERLOADED : State.MALFORMED));
        return;
      }
      inside = !(message instanceof LastHttpContent);
      if (message instanceof HttpRequest request) {
        begin(context, request);
      }
      RequestHead open = head;
      if (open != null && message instanceof HttpContent content) {
        take(context, open, content.content(), content instanceof LastHttpContent);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void begin(ChannelHandlerContext context, HttpRequest request) {
    RequestHead open = dispatcher.open(request, reached(context, request), peer(context));
    head = open;
    boolean tooLarge = HttpUtil.getContentLength(request, 0L) > MAX_BYTES;
    boolean awaited = HttpUtil.is100ContinueExpected(request);
    if (tooLarge || open.admitted().refusal() != null) {
      if (awaited) {
        // The client may not send the body now, so the next bytes can be anything.
        HttpUtil.setKeepAlive(request, false);
      }
      finish(
          context, ArrivedRequest.withoutBody(open, tooLarge ? State.TOO_LARGE : State.COMPLETE));
    } else if (awaited) {
      context.writeAndFlush(Unpooled.wrappedBuffer(CONTINUE));
    }
  }

  private static @Nullable InetAddress peer(ChannelHandlerContext context) {
    return context.channel().remoteAddress() instanceof InetSocketAddress remote
        ? remote.getAddress()
        : null;
  }

  private boolean reached(ChannelHandlerContext context, HttpRequest request) {
    String host = request.headers().get(HttpHeaderNames.HOST, "");
    if (host.equals(knownHost)) {
      return true;
    }
    InetSocketAddress local = (InetSocketAddress) context.channel().localAddress();
    boolean answered = place.answersTo(host, local.getAddress());
    if (answered) {
      knownHost = host;
    }
    return answered;
  }

  private void take(ChannelHandlerContext context, RequestHead open, ByteBuf bytes, boolean last) {
    if (last && length == 0) {
      // It fits into one read, as most requests do.
      finish(context, new ArrivedRequest(open, ByteBufUtil.getBytes(bytes), 0, State.COMPLETE));
      return;
    }
    int count = bytes.readableBytes();
    if (length + count > MAX_BYTES) {
      finish(context, ArrivedRequest.withoutBody(open, State.TOO_LARGE));
      return;
    }
    if (length + count > parts.length && !grow(open, length + count)) {
      finish(context, ArrivedRequest.withoutBody(open, State.OVERLOADED));
      return;
    }
    bytes.readBytes(parts, length, count);
    length += count;
    if (last) {
      byte[] body = parts.length == length ? parts : Arrays.copyOf(parts, length);
      long reserved = parts.length;
      parts = NOTHING;
      finish(context, new ArrivedRequest(open, body, reserved, State.COMPLETE));
    }
  }

  /** False if all connections together have too much in progress. */
  private boolean grow(RequestHead open, int least) {
    int expected = (int) HttpUtil.getContentLength(open.http(), 0L);
    int doubled = Math.max(Math.max(least, FIRST_BYTES), 2 * parts.length);
    int next = Math.max(least, expected > 0 ? expected : Math.min(MAX_BYTES, doubled));
    if (!underWay.reserve(next - parts.length)) {
      return false;
    }
    parts = Arrays.copyOf(parts, next);
    return true;
  }

  private void finish(ChannelHandlerContext context, ArrivedRequest arrived) {
    head = null;
    drop();
    context.fireChannelRead(arrived);
  }

  private void drop() {
    underWay.release(parts.length);
    parts = NOTHING;
    length = 0;
  }

  /** A refused request has its response already. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event == ArrivalTimeout.EXPIRED && inside && head == null) {
      context.close();
    } else {
      super.userEventTriggered(context, event);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    head = null;
    drop();
    super.channelInactive(context);
  }
}
