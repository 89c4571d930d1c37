package dev.cosmoslocal.internal.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.internal.exchange.BytesUnderWay;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("small-heap")
class RequestDecoderTest {
  private static final String LINE = "GET / HTTP/1.1\r\n";

  private final EmbeddedChannel channel = channel(new BytesUnderWay(Long.MAX_VALUE));

  private static EmbeddedChannel channel(BytesUnderWay underWay) {
    return new EmbeddedChannel(new RequestDecoder(underWay));
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  /** The decoded requests: their URIs, and "refused". */
  private List<String> decoded(String... reads) {
    for (String read : reads) {
      channel.writeInbound(Unpooled.copiedBuffer(read, StandardCharsets.ISO_8859_1));
    }
    List<String> decoded = new ArrayList<>();
    for (HttpObject next = channel.readInbound(); next != null; next = channel.readInbound()) {
      if (next.decoderResult().isFailure()) {
        decoded.add("refused");
      } else if (next instanceof HttpRequest request) {
        decoded.add(request.uri());
      }
      ReferenceCountUtil.release(next);
    }
    return decoded;
  }

  private static String lines(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "h" + i + ": v\r\n")
        .collect(Collectors.joining());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a: b\r\n c\r\n\r\n",
        "a: b\r\n\tc\r\n\r\n",
        "a: b\r\n \r\n\r\n",
        " a: b\r\n\r\n",
        "a: b\r\n\rc: d\r\n e\r\n\r\n",
        "content-length: 0\r\na: b\r\n c"
      })
  void aFoldedHeaderIsRejectedForAnyChunkSize(String headers) {
    assertThat(decoded(LINE + headers)).containsExactly("refused");
    for (int i = 1; i < (LINE + headers).length(); i++) {
      EmbeddedChannel split = channel(new BytesUnderWay(Long.MAX_VALUE));
      String text = "\r\n" + LINE + headers + LINE + "\r\n";
      split.writeInbound(
          Unpooled.copiedBuffer(text.substring(0, i), StandardCharsets.ISO_8859_1),
          Unpooled.copiedBuffer(text.substring(i), StandardCharsets.ISO_8859_1));
      HttpObject refused = split.readInbound();
      assertThat(refused.decoderResult().isFailure()).as("at " + i).isTrue();
      Object more = split.readInbound();
      assertThat(more).as("at " + i).isNull();
      split.finishAndReleaseAll();
    }
  }

  /** Netty's own decoder would copy 2 GB in total. */
  @Test
  void aLongHeaderOfShortLinesIsNotCopied() {
    assertThat(decoded(LINE + "a: b\r\n" + " \r\n".repeat(60_000))).containsExactly("refused");
    assertThat(decoded(" \r\n".repeat(60_000), LINE + "\r\n")).isEmpty();
  }

  @Test
  void bodyLinesCanStartWithBlanks() {
    String json = "{\n  \"a\": 1,\r\n \"b\":\t2\n}\r\n \r\n";
    String length = "content-length: " + json.length() + "\r\n\r\n";
    String chunked =
        "transfer-encoding: chunked\r\n\r\n"
            + Integer.toHexString(json.length())
            + "\r\n"
            + json
            + "\r\n0\r\n\r\n";
    String line = "POST /a HTTP/1.1\r\n";
    String next = "\r\nGET /b HTTP/1.1\r\nx:  y\r\n\r\n";
    for (String body : List.of(length + json, chunked)) {
      String all = line + body + next;
      assertThat(decoded(all)).containsExactly("/a", "/b");
      for (int i = 1; i < all.length(); i++) {
        assertThat(decoded(all.substring(0, i), all.substring(i))).containsExactly("/a", "/b");
      }
    }
  }

  @Test
  void aHeadHasUpTo200HeaderLines() {
    assertThat(decoded(LINE + lines(200) + "\r\n", LINE + lines(200) + "\r\n"))
        .containsExactly("/", "/");
    assertThat(decoded(LINE + lines(120), lines(81))).containsExactly("refused");
  }

  /** Each connection may have one incomplete head until the timeout for slow clients. */
  @Test
  void incompleteHeadersAreCountedUntilTheyOrTheirConnectionEnd() {
    BytesUnderWay underWay = new BytesUnderWay(100_000);
    ByteBuf part = Unpooled.copiedBuffer(LINE + "a: " + "v".repeat(60_000) + "\r\n", US_ASCII);
    ByteBuf end = Unpooled.copiedBuffer("\r\n", US_ASCII);
    for (int i = 0; i < 3; i++) {
      EmbeddedChannel ending = channel(underWay);
      EmbeddedChannel closing = channel(underWay);
      EmbeddedChannel refused = channel(underWay);
      ending.writeInbound(
          part.retainedDuplicate(), end.retainedDuplicate(), part.retainedDuplicate());
      refused.writeInbound(part.retainedDuplicate());
      HttpObject answer = refused.readInbound();
      assertThat(answer.decoderResult().cause()).isInstanceOf(RejectedExecutionException.class);
      ending.writeInbound(end.retainedDuplicate());
      closing.writeInbound(part.retainedDuplicate());
      assertThat(closing.inboundMessages()).isEmpty();
      List.of(ending, closing, refused).forEach(EmbeddedChannel::finishAndReleaseAll);
      assertThat(underWay.reserve(100_000)).isTrue();
      underWay.release(100_000);
    }
    part.release();
    end.release();
  }

  @Test
  void trailersAreRejected() {
    String body = "POST /a HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n";
    assertThat(decoded(body, "a: b\r\n", " c\r\n".repeat(1_000))).containsExactly("/a", "refused");
  }
}
