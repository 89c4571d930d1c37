package dev.cosmosblog.local.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;

/** Puts a request together, or answers 413 and passes over what is left of it, so that the connection goes on. */
final class BoundedAggregator extends HttpObjectAggregator {
  private static final int MAX_BYTES = 4 * 1024 * 1024;

  BoundedAggregator() {
    super(MAX_BYTES);
  }

  @Override
  protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
    context.writeAndFlush(
        ConnectionHandler.http(
            ErrorBody.of(413, "Request size is too large: a request may have 4 MB.")));
  }
}
