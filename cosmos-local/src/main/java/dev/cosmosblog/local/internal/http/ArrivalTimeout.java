package dev.cosmosblog.local.internal.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Limits the time from a request's first byte to its last. A connection may be idle for any time,
 * but not with half a request.
 */
final class ArrivalTimeout extends ChannelInboundHandlerAdapter {
  /** The event that is fired when a request has not arrived in time. */
  static final Object EXPIRED = new Object();

  private final Duration limit;

  // Confined to the connection's event loop.
  private boolean begun;
  private @Nullable Future<?> pending;

  ArrivalTimeout(Duration limit) {
    this.limit = limit;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
    begun = true;
    super.channelRead(context, bytes);
  }

  /** Most requests are complete by now and need no timer. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    if (begun && pending == null) {
      pending =
          context
              .executor()
              .schedule(
                  () -> context.fireUserEventTriggered(EXPIRED),
                  limit.toNanos(),
                  TimeUnit.NANOSECONDS);
    }
    super.channelReadComplete(context);
  }

  /** Called when the request is complete. */
  void arrived() {
    begun = false;
    Future<?> timer = pending;
    if (timer != null) {
      timer.cancel(false);
      pending = null;
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    arrived();
    super.channelInactive(context);
  }
}
