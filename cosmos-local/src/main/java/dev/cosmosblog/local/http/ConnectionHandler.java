package dev.cosmosblog.local.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpContentException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection: answers its requests one after the other, in their order. */
final class ConnectionHandler extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);

  private final Dispatcher dispatcher;
  private final ArrivalTimeout arrival;

  // All of these are touched by the connection's event loop only.
  private final Queue<FullHttpRequest> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean draining;
  private boolean closing;

  ConnectionHandler(Dispatcher dispatcher, ArrivalTimeout arrival) {
    this.dispatcher = dispatcher;
    this.arrival = arrival;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    arrival.arrived();
    if (closing) {
      return;
    }
    waiting.add(request.retain());
    // A client that sends without waiting for answers is not read further until it has got some.
    context.channel().config().setAutoRead(false);
    drain(context);
  }

  /** A loop and no recursion: a client may have sent thousands of requests at once. */
  private void drain(ChannelHandlerContext context) {
    if (draining) {
      return;
    }
    draining = true;
    while (!busy && !waiting.isEmpty()) {
      serve(context, waiting.remove());
    }
    draining = false;
    if (!busy) {
      context.channel().config().setAutoRead(true);
    }
  }

  private void serve(ChannelHandlerContext context, FullHttpRequest request) {
    busy = true;
    boolean keepAlive = HttpUtil.isKeepAlive(request);
    try {
      Throwable broken = request.decoderResult().cause();
      if (broken instanceof TooLongHttpContentException) {
        reply(
            context,
            ErrorBody.of(413, "Request size is too large: a request may have 4 MB."),
            keepAlive);
      } else if (broken != null) {
        reply(context, ErrorBody.of(400, "The request is not well-formed HTTP."), false);
      } else {
        dispatcher.dispatch(request, response -> reply(context, response, keepAlive));
      }
    } finally {
      request.release();
    }
  }

  /** May be called from any thread. */
  private void reply(ChannelHandlerContext context, ApiResponse response, boolean keepAlive) {
    if (context.executor().inEventLoop()) {
      busy = false;
      if (response.isCut()) {
        context.close();
      } else {
        write(context, response, keepAlive);
      }
      if (response.isCut() || !keepAlive) {
        closing = true;
        forget();
      }
      drain(context);
    } else {
      context.executor().execute(() -> reply(context, response, keepAlive));
    }
  }

  private static void write(
      ChannelHandlerContext context, ApiResponse response, boolean keepAlive) {
    FullHttpResponse http = http(response);
    HttpUtil.setKeepAlive(http, keepAlive);
    if (keepAlive) {
      context.writeAndFlush(http);
    } else {
      context.writeAndFlush(http).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private static FullHttpResponse http(ApiResponse response) {
    FullHttpResponse http =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(response.status()),
            Unpooled.wrappedBuffer(response.body()));
    response.headers().forEach((name, value) -> http.headers().set(name, value));
    if (response.status() != 304 && response.status() != 204) {
      http.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
      http.headers().set(HttpHeaderNames.CONTENT_LENGTH, response.body().length);
    }
    return http;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event == ArrivalTimeout.EXPIRED && !busy && !closing) {
      reply(context, ErrorBody.of(408, "The request did not arrive in time."), false);
    } else {
      super.userEventTriggered(context, event);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    forget();
  }

  private void forget() {
    waiting.forEach(FullHttpRequest::release);
    waiting.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("A connection broke.", cause);
    context.close();
  }
}
