package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.exchange.DirectProtocol;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Recognizes the protocol of a connection by its first bytes, and leaves the connection to it. The
 * handlers of HTTP come after this one.
 */
final class ProtocolSwitch extends ByteToMessageDecoder {
  private final DirectProtocol direct;
  private final DirectProtocol.Link link;
  private final ArrivalTimeout arrival;

  ProtocolSwitch(DirectProtocol direct, DirectProtocol.Link link, ArrivalTimeout arrival) {
    this.direct = direct;
    this.link = link;
    this.arrival = arrival;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (in.readableBytes() < DirectProtocol.FIRST_BYTES) {
      return;
    }
    ChannelPipeline pipeline = context.pipeline();
    if (direct.begins(in.getInt(in.readerIndex()))) {
      while (pipeline.last() != this) {
        pipeline.removeLast();
      }
      arrival.watch(direct.join(pipeline, link));
    }
    // This passes the received bytes to the next handler.
    pipeline.remove(this);
  }
}
