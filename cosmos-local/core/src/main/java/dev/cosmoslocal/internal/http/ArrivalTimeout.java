package dev.cosmoslocal.internal.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits the time from the beginning of a connection to its first valid request, and from each
 * later request's first byte to its last. Between requests a connection may then be idle for any
 * time, but not with half a request. Stands before the decoder.
 */
final class ArrivalTimeout extends ChannelInboundHandlerAdapter {
  /** The event that is fired when a request has not arrived in time. */
  static final Object EXPIRED = new Object();

  private final Duration limit;

  // Confined to the connection's event loop.
  private BooleanSupplier insideRequest;

  private boolean trusted;
  private @Nullable Future<?> pending;

  ArrivalTimeout(Duration limit, BooleanSupplier insideRequest) {
    this.limit = limit;
    this.insideRequest = insideRequest;
  }

  /** Follows another decoder. */
  void watch(BooleanSupplier inside) {
    this.insideRequest = inside;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) throws Exception {
    schedule(context);
    super.channelActive(context);
  }

  /** Most requests are complete by now and need no timer. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    if (trusted && !insideRequest.getAsBoolean()) {
      stop();
    } else if (pending == null) {
      schedule(context);
    }
    super.channelReadComplete(context);
  }

  private void schedule(ChannelHandlerContext context) {
    pending =
        context.executor().schedule(() -> expire(context), limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void expire(ChannelHandlerContext context) {
    if (!context.channel().config().isAutoRead()) {
      // The server itself does not read, so that the client can't complete its request.
      schedule(context);
    } else if (insideRequest.getAsBoolean()) {
      context.fireUserEventTriggered(EXPIRED);
    } else {
      context.close();
    }
  }

  /**
   * Called when the server has read all that it needs of a request. Requests that are refused don't
   * keep a connection open.
   *
   * @param valid whether its credentials are valid
   */
  void arrived(boolean valid) {
    trusted |= valid;
    if (trusted) {
      stop();
    }
  }

  /** Called after a valid request, perhaps while another one is arriving. */
  void trust() {
    trusted = true;
    if (!insideRequest.getAsBoolean()) {
      stop();
    }
  }

  private void stop() {
    Future<?> timer = pending;
    if (timer != null) {
      timer.cancel(false);
      pending = null;
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    stop();
    super.channelInactive(context);
  }
}
