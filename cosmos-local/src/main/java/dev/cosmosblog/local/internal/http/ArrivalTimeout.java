package dev.cosmosblog.local.internal.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the time that a request may take from its first byte to its last. A connection may be idle
 * for as long as its client likes; one with half a request may not.
 */
final class ArrivalTimeout extends ChannelInboundHandlerAdapter {
  /** What is fired when a request did not arrive in time. */
  static final Object EXPIRED = new Object();

  private final Duration limit;

  // Touched by the connection's event loop only.
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

  /** Most requests are complete by now, and need no timer. */
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

  /** The request is here. */
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
