package dev.cosmoslocal.internal.rntbd;

import dev.cosmoslocal.internal.exchange.DirectProtocol;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.WriteTimeoutHandler;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The protocol of direct mode. */
public final class RntbdProtocol implements DirectProtocol {
  private static final int HIGHEST_LENGTH_BYTE = 0xff;

  /**
   * A frame begins with its length, whose highest byte comes last and is zero. HTTP begins with
   * four letters.
   */
  @Override
  public boolean begins(int firstBytes) {
    return (firstBytes & HIGHEST_LENGTH_BYTE) == 0;
  }

  @Override
  public BooleanSupplier join(ChannelPipeline pipeline, Link link) {
    RequestFrameDecoder decoder = new RequestFrameDecoder(link.underWay());
    pipeline
        .addLast(decoder)
        .addLast(new WriteTimeoutHandler(link.patience().toMillis(), TimeUnit.MILLISECONDS))
        .addLast(new RntbdConnection(link));
    return decoder::inside;
  }
}
