package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.budget.Cancellation;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.BytesUnderWay;
import dev.cosmoslocal.internal.exchange.ErrorResponse;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DuplexChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection. It answers requests in their order, one at a time. While a request is in progress
 * or the client does not take its responses, further requests wait, and nothing more is read: what
 * waits is at most what one read has brought.
 */
final class ConnectionHandler extends SimpleChannelInboundHandler<ArrivedRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);
  private static final long LINGER_SECONDS = 2;
  private static final Duration RETRY_AFTER = Duration.ofMillis(500);

  private final Dispatcher dispatcher;
  private final ArrivalTimeout arrival;
  private final BytesUnderWay underWay;
  private final Duration patience;

  // All of these are confined to the connection's event loop.
  private final Queue<ArrivedRequest> waiting = new ArrayDeque<>();
  private Cancellation inProgress = new Cancellation();
  private boolean busy;
  private boolean draining;
  private boolean closing;
  private boolean full;
  private boolean watched;

  /** Creates a handler that closes a connection whose client takes nothing for some time. */
  ConnectionHandler(
      Dispatcher dispatcher, ArrivalTimeout arrival, BytesUnderWay underWay, Duration patience) {
    this.dispatcher = dispatcher;
    this.arrival = arrival;
    this.underWay = underWay;
    this.patience = patience;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ArrivedRequest request) {
    arrival.arrived(request.isServed());
    if (closing || full) {
      underWay.release(request.reserved());
      return;
    }
    boolean waits = busy || !waiting.isEmpty() || !context.channel().isWritable();
    waiting.add(waits ? counted(request) : request);
    drain(context);
  }

  /** A request that waits counts with its head; if that is too much, it ends its connection. */
  private ArrivedRequest counted(ArrivedRequest request) {
    long bytes = request.headBytes();
    if (underWay.reserve(bytes)) {
      return request.reservingAlso(bytes);
    }
    underWay.release(request.reserved());
    full = true;
    return ArrivedRequest.last(ArrivedRequest.State.OVERLOADED);
  }

  /** A loop instead of recursion: a client may have sent thousands of requests at once. */
  private void drain(ChannelHandlerContext context) {
    if (draining) {
      return;
    }
    draining = true;
    while (!busy && !waiting.isEmpty() && context.channel().isWritable()) {
      serve(context, waiting.remove());
    }
    draining = false;
    if (!waiting.isEmpty()) {
      context.channel().config().setAutoRead(false);
    } else if (!busy) {
      context.channel().config().setAutoRead(closing || context.channel().isWritable());
    }
  }

  private void serve(ChannelHandlerContext context, ArrivedRequest request) {
    busy = true;
    if (request.state() == ArrivedRequest.State.COMPLETE && !underWay.exceeded()) {
      inProgress =
          dispatcher.dispatch(
              request.head().admitted(),
              request.body(),
              response -> reply(context, response, request));
    } else {
      reply(context, refusal(request), request);
    }
  }

  private static ApiResponse refusal(ArrivedRequest request) {
    return switch (request.state()) {
      case TOO_LARGE ->
          ErrorResponse.of(413, "Request size is too large: a request may have 4 MB.");
      case MALFORMED ->
          ErrorResponse.of(
              400,
              "The request is not well-formed HTTP. Its headers may have 64 KB and 200 lines, a"
                  + " line each.");
      case LATE -> ErrorResponse.of(408, "The request did not arrive in time.");
      case COMPLETE, OVERLOADED ->
          ErrorResponse.of(
              new EngineException(
                      429,
                      0,
                      "Too many bytes of requests and responses are in progress."
                          + " LocalCosmos.builder().connectionLimits(…) sets the limit.")
                  .retryAfter(RETRY_AFTER));
    };
  }

  /** May be called from any thread. */
  private void reply(ChannelHandlerContext context, ApiResponse response, ArrivedRequest request) {
    if (context.executor().inEventLoop()) {
      busy = false;
      underWay.release(request.reserved());
      ReplyOptions manner = ReplyOptions.of(request);
      if (response.isCut()) {
        context.close();
      } else {
        write(context, response, manner);
      }
      if (response.isCut() || !manner.keepAlive()) {
        closing = true;
        forget();
      }
      drain(context);
    } else {
      context.executor().execute(() -> reply(context, response, request));
    }
  }

  private void write(ChannelHandlerContext context, ApiResponse response, ReplyOptions manner) {
    ChannelFuture written = WireResponse.write(context, response, manner);
    int bytes = response.body().length;
    if (WireResponse.isLarge(bytes)) {
      underWay.add(bytes);
      written.addListener(done -> underWay.release(bytes));
    }
    if (!manner.keepAlive()) {
      written.addListener(done -> end(context));
    }
  }

  /**
   * Reads and drops what the client still sends for a while: the system resets a connection that is
   * closed with unread bytes, and the response is lost (RFC 9112, section 9.6).
   */
  private static void end(ChannelHandlerContext context) {
    ((DuplexChannel) context.channel()).shutdownOutput();
    context.executor().schedule(() -> context.close(), LINGER_SECONDS, TimeUnit.SECONDS);
  }

  private void forget() {
    waiting.forEach(request -> underWay.release(request.reserved()));
    waiting.clear();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) throws Exception {
    drain(context);
    if (!context.channel().isWritable() && !watched) {
      watch(context, -1, -1);
    }
    super.channelWritabilityChanged(context);
  }

  /** Closes the connection if the client took nothing of its responses since the last look. */
  private void watch(ChannelHandlerContext context, long pending, long progress) {
    ChannelOutboundBuffer out = context.channel().unsafe().outboundBuffer();
    watched = out != null && !context.channel().isWritable();
    if (out == null || !watched) {
      return;
    }
    long nowPending = out.totalPendingWriteBytes();
    long nowProgress = out.currentProgress();
    if (nowPending == pending && nowProgress == progress) {
      LOG.debug("A client doesn't read responses.");
      context.close();
      return;
    }
    context
        .executor()
        .schedule(
            () -> watch(context, nowPending, nowProgress),
            patience.toNanos(),
            TimeUnit.NANOSECONDS);
  }

  /** The response comes after those to earlier requests. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    if (event == ArrivalTimeout.EXPIRED) {
      channelRead0(context, ArrivedRequest.last(ArrivedRequest.State.LATE));
    } else {
      super.userEventTriggered(context, event);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    closing = true;
    forget();
    inProgress.cancel();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("A connection failed.", cause);
    context.close();
  }
}
