package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.Headers;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WireResponseTest {
  private static final ReplyOptions FULL = new ReplyOptions(true, true);

  @Test
  void aSmallResponseIsWrittenInOneBuffer() {
    List<String> buffers =
        written(ApiResponse.of(200, bytes("{}")).with(Headers.ETAG, "\"1\""), FULL);
    assertThat(buffers)
        .containsExactly(
            "HTTP/1.1 200 Ok\r\netag: \"1\"\r\ncontent-type: application/json\r\n"
                + "content-length: 2\r\n\r\n{}");
  }

  @Test
  void aLargeBodyIsNotCopied() {
    List<String> buffers = written(ApiResponse.of(200, new byte[1 << 20]), FULL);
    assertThat(buffers).hasSize(2);
    assertThat(buffers.get(0)).endsWith("content-length: 1048576\r\n\r\n");
    assertThat(buffers.get(1)).hasSize(1 << 20);
  }

  @Test
  void aNameCantInjectALineBreakIntoAHeader() {
    List<String> buffers =
        written(
            ApiResponse.empty(204).with(Headers.ALT_CONTENT_PATH, "dbs/a\r\nx: y\u0000\u20ac"),
            new ReplyOptions(false, true));
    assertThat(buffers)
        .containsExactly(
            "HTTP/1.1 204 No Content\r\nx-ms-alt-content-path: dbs/a??x: y??\r\n"
                + "connection: close\r\n\r\n");
  }

  private static List<String> written(ApiResponse response, ReplyOptions manner) {
    EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    ChannelHandlerContext context = channel.pipeline().lastContext();
    WireResponse.write(context, response, manner);
    List<String> buffers = new ArrayList<>();
    for (ByteBuf each = channel.readOutbound(); each != null; each = channel.readOutbound()) {
      buffers.add(each.toString(StandardCharsets.ISO_8859_1));
      each.release();
    }
    return buffers;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
