package dev.cosmosblog.local.internal.http;

import dev.cosmosblog.local.internal.budget.Cancellation;
import dev.cosmosblog.local.internal.http.exchange.ApiResponse;
import dev.cosmosblog.local.internal.http.exchange.ErrorResponse;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DuplexChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection. It answers requests in their order, one at a time. */
final class ConnectionHandler extends SimpleChannelInboundHandler<ArrivedRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);
  private static final long LINGER_SECONDS = 2;

  private final Dispatcher dispatcher;
  private final ArrivalTimeout arrival;

  // All of these are confined to the connection's event loop.
  private final Queue<ArrivedRequest> waiting = new ArrayDeque<>();
  private Cancellation inProgress = new Cancellation();
  private boolean busy;
  private boolean draining;
  private boolean closing;

  ConnectionHandler(Dispatcher dispatcher, ArrivalTimeout arrival) {
    this.dispatcher = dispatcher;
    this.arrival = arrival;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ArrivedRequest request) {
    arrival.arrived();
    if (closing) {
      return;
    }
    waiting.add(request);
    if (busy) {
      // Stop reading from a client that sends without waiting for answers until it has
      // received some.
      context.channel().config().setAutoRead(false);
    }
    drain(context);
  }

  /** A loop instead of recursion: a client may have sent thousands of requests at once. */
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

  private void serve(ChannelHandlerContext context, ArrivedRequest request) {
    busy = true;
    ReplyOptions manner = ReplyOptions.of(request);
    switch (request.state()) {
      case COMPLETE ->
          inProgress = dispatcher.dispatch(request, response -> reply(context, response, manner));
      case TOO_LARGE ->
          reply(
              context,
              ErrorResponse.of(413, "Request size is too large: a request may have 4 MB."),
              manner);
      case MALFORMED ->
          reply(context, ErrorResponse.of(400, "The request is not well-formed HTTP."), manner);
    }
  }

  /** May be called from any thread. */
  private void reply(ChannelHandlerContext context, ApiResponse response, ReplyOptions manner) {
    if (context.executor().inEventLoop()) {
      busy = false;
      if (response.isCut()) {
        context.close();
      } else {
        write(context, response, manner);
      }
      if (response.isCut() || !manner.keepAlive()) {
        closing = true;
        waiting.clear();
      }
      drain(context);
    } else {
      context.executor().execute(() -> reply(context, response, manner));
    }
  }

  private static void write(
      ChannelHandlerContext context, ApiResponse response, ReplyOptions manner) {
    ChannelFuture written = WireResponse.write(context, response, manner);
    if (!manner.keepAlive()) {
      written.addListener(done -> end(context));
    }
  }

  /**
   * Reads and drops what the client still sends for a while: the system resets a connection that is
   * closed with unread bytes, and the answer is lost (RFC 9112, section 9.6).
   */
  private static void end(ChannelHandlerContext context) {
    ((DuplexChannel) context.channel()).shutdownOutput();
    context.executor().schedule(() -> context.close(), LINGER_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event == ArrivalTimeout.EXPIRED && !busy && !closing) {
      reply(
          context, ErrorResponse.of(408, "The request did not arrive in time."), ReplyOptions.LAST);
    } else {
      super.userEventTriggered(context, event);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    waiting.clear();
    inProgress.cancel();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("A connection failed.", cause);
    context.close();
  }
}
