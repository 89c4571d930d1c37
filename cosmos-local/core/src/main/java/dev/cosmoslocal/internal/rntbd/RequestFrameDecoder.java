package dev.cosmoslocal.internal.rntbd;

import dev.cosmoslocal.internal.exchange.BytesUnderWay;
import dev.cosmoslocal.internal.rntbd.RntbdRequest.Problem;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Assembles requests. The bytes of a body are counted before they arrive; the body of a request
 * that is refused is skipped, so that the connection continues.
 */
final class RequestFrameDecoder extends ByteToMessageDecoder {
  /** As much as HTTP's headers may have. */
  private static final int MAX_FRAME = 64 * 1024;

  private static final int MAX_BODY = 4 * 1024 * 1024;
  private static final byte[] NOTHING = {};

  private final BytesUnderWay underWay;

  // All of these are confined to the connection's event loop.

  /** The frame whose body is arriving; null between requests. */
  private @Nullable RequestFrame frame;

  /** The length of the body that is arriving; -1 before it is known. */
  private int length = -1;

  private long skipping;

  RequestFrameDecoder(BytesUnderWay underWay) {
    this.underWay = underWay;
  }

  /** Returns whether a request has begun and not ended. */
  boolean inside() {
    return frame != null || skipping > 0 || actualReadableBytes() > 0;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (skipping > 0) {
      int skipped = (int) Math.min(skipping, in.readableBytes());
      in.skipBytes(skipped);
      skipping -= skipped;
      return;
    }
    if (frame == null) {
      frame = frame(in);
    }
    RequestFrame head = frame;
    if (head == null) {
      return;
    }
    if (!head.hasBody()) {
      finish(out, new RntbdRequest(head, NOTHING, 0, null));
    } else if (length >= 0 || beginsBody(head, in, out)) {
      body(head, in, out);
    }
  }

  private static @Nullable RequestFrame frame(ByteBuf in) {
    if (in.readableBytes() < Integer.BYTES) {
      return null;
    }
    long bytes = in.getUnsignedIntLE(in.readerIndex());
    if (bytes < RequestFrame.MIN_BYTES || bytes > MAX_FRAME) {
      throw new CorruptedFrameException("A frame can't have " + bytes + " bytes.");
    }
    return in.readableBytes() < bytes
        ? null
        : RequestFrame.read(in.readSlice((int) bytes).skipBytes(Integer.BYTES));
  }

  /** Returns whether the body is to be read. */
  private boolean beginsBody(RequestFrame head, ByteBuf in, List<Object> out) {
    if (in.readableBytes() < Integer.BYTES) {
      return false;
    }
    long bytes = in.readUnsignedIntLE();
    boolean tooLarge = bytes > MAX_BODY;
    if (tooLarge || !underWay.reserve(bytes)) {
      skipping = bytes;
      Problem problem = tooLarge ? Problem.TOO_LARGE : Problem.OVERLOADED;
      finish(out, new RntbdRequest(head, NOTHING, 0, problem));
      return false;
    }
    length = (int) bytes;
    return true;
  }

  private void body(RequestFrame head, ByteBuf in, List<Object> out) {
    if (in.readableBytes() >= length) {
      byte[] body = new byte[length];
      in.readBytes(body);
      int reserved = length;
      length = -1;
      finish(out, new RntbdRequest(head, body, reserved, null));
    }
  }

  private void finish(List<Object> out, RntbdRequest request) {
    frame = null;
    out.add(request);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    if (length > 0) {
      underWay.release(length);
      length = -1;
    }
    super.channelInactive(context);
  }
}
