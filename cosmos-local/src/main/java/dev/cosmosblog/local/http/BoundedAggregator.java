package dev.cosmosblog.local.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.TooLongHttpContentException;

/**
 * Puts a request together. Of one that is too large it hands on the failure, to be answered in its turn, and passes over
 * what is left of it, so that the connection goes on.
 */
final class BoundedAggregator extends HttpObjectAggregator {
  private static final int MAX_BYTES = 4 * 1024 * 1024;

  BoundedAggregator() {
    super(MAX_BYTES);
  }

  @Override
  protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
    HttpRequest request = (HttpRequest) oversized;
    FullHttpRequest failed =
        new DefaultFullHttpRequest(request.protocolVersion(), request.method(), request.uri());
    HttpUtil.setKeepAlive(failed, HttpUtil.isKeepAlive(request));
    failed.setDecoderResult(
        DecoderResult.failure(
            new TooLongHttpContentException("more than " + MAX_BYTES + " bytes")));
    context.fireChannelRead(failed);
  }
}
