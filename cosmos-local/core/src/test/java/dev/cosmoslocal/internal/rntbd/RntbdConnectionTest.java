package dev.cosmoslocal.internal.rntbd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.internal.budget.Cancellation;
import dev.cosmoslocal.internal.exchange.ApiRequest;
import dev.cosmoslocal.internal.exchange.ApiResponse;
import dev.cosmoslocal.internal.exchange.BytesUnderWay;
import dev.cosmoslocal.internal.exchange.DirectProtocol;
import dev.cosmoslocal.internal.exchange.Headers;
import dev.cosmoslocal.internal.exchange.ReplicaAddress;
import dev.cosmoslocal.internal.rntbd.Frames.Answer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames and connections of direct mode, over a service that the test answers for. */
class RntbdConnectionTest {
  private final BytesUnderWay underWay = new BytesUnderWay(10_000_000);
  private final Map<ApiRequest, Consumer<ApiResponse>> waiting = new LinkedHashMap<>();
  private final List<Cancellation> cancellations = new ArrayList<>();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private int trusted;
  private final BooleanSupplier inside =
      new RntbdProtocol()
          .join(
              channel.pipeline(),
              new DirectProtocol.Link(
                  this::serve, underWay, () -> trusted++, Duration.ofSeconds(30)));

  private Cancellation serve(ApiRequest request, Consumer<ApiResponse> reply) {
    waiting.put(request, reply);
    Cancellation cancellation = new Cancellation();
    cancellations.add(cancellation);
    return cancellation;
  }

  private Answer sent() {
    channel.runPendingTasks();
    ByteBuf out = channel.readOutbound();
    assertThat(out).isNotNull();
    Answer answer = Answer.read(out);
    assertThat(out.isReadable()).isFalse();
    out.release();
    return answer;
  }

  private List<ApiRequest> arrived() {
    return List.copyOf(waiting.keySet());
  }

  private void answer(ApiRequest request, ApiResponse response) {
    waiting.get(request).accept(response);
    channel.runPendingTasks();
  }

  @Test
  void theFirstFrameIsAnsweredWithTheServersProperties() {
    channel.writeInbound(Frames.opening());
    Answer answer = sent();
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.tokens())
        .containsEntry(0, "1")
        .containsEntry(2, "cosmos-local")
        .containsKey(3)
        .containsEntry(5, "30");
    assertThat(arrived()).isEmpty();
  }

  @Test
  void aRequestIsTranslatedAndItsResponseBack() {
    channel.writeInbound(Frames.opening());
    sent();
    channel.writeInbound(Frames.item(Frames.READ, 7, "", Map.of(0x08, "\"tag\"")));
    ApiRequest request = arrived().get(0);
    assertThat(request.method()).isEqualTo("GET");
    assertThat(request.path()).containsExactly("dbs", "db", "colls", "items", "docs", "i7");
    assertThat(request.header(Headers.IF_NONE_MATCH)).contains("\"tag\"");
    assertThat(request.header(Headers.USER_AGENT)).contains("a client");
    assertThat(request.replica()).isEqualTo(new ReplicaAddress("c", "0", 2));
    answer(
        request,
        ApiResponse.of(200, "{}".getBytes(StandardCharsets.UTF_8))
            .with(Headers.LSN, "42")
            .with(Headers.SESSION_TOKEN, "0:-1#42")
            .with(Headers.REQUEST_CHARGE, "1.5"));
    Answer answer = sent();
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.id()).isEqualTo(7);
    assertThat(answer.body()).isEqualTo("{}");
    assertThat(answer.tokens())
        .containsEntry(0x13, "42")
        .containsEntry(0x1a, "42")
        .containsEntry(0x1f, "4")
        .containsEntry(0x3e, "-1#42");
    assertThat(trusted).isEqualTo(1);
  }

  @Test
  void aRequestMayArriveByteByByte() {
    ByteBuf bytes = Frames.item(Frames.CREATE, 1, "{\"id\":\"x\"}");
    while (bytes.readableBytes() > 1) {
      channel.writeInbound(bytes.readBytes(1));
      assertThat(inside.getAsBoolean()).isTrue();
      assertThat(arrived()).isEmpty();
    }
    channel.writeInbound(bytes.readBytes(1));
    assertThat(inside.getAsBoolean()).isFalse();
    assertThat(new String(arrived().get(0).body(), StandardCharsets.UTF_8))
        .isEqualTo("{\"id\":\"x\"}");
  }

  @Test
  void requestsAreAnsweredInTheOrderOfTheirCompletion() {
    channel.writeInbound(
        Unpooled.wrappedBuffer(Frames.item(Frames.READ, 1, ""), Frames.item(Frames.READ, 2, "")));
    answer(arrived().get(1), ApiResponse.empty(404));
    assertThat(sent().id()).isEqualTo(2);
    answer(arrived().get(0), ApiResponse.empty(304));
    assertThat(sent().id()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(TokenType.class)
  void unknownTokensAreSkipped(TokenType type) {
    ByteBuf tokens = Unpooled.buffer();
    Frames.number(tokens, 0x7777, type).writeZero(type == TokenType.GUID ? 16 : 8);
    // A value of 8 zero bytes is one or more empty values, or numbers, of most types.
    int excess =
        switch (type) {
          case BYTE, SMALL_STRING, SMALL_BYTES -> 7;
          case USHORT, STRING, BYTES -> 6;
          case ULONG, LONG, ULONG_STRING, ULONG_BYTES, FLOAT -> 4;
          default -> 0;
        };
    tokens.writerIndex(tokens.writerIndex() - excess);
    Frames.number(tokens, 0x4d, TokenType.ULONG).writeIntLE(9);
    channel.writeInbound(Frames.frame(Frames.ITEM, Frames.READ, tokens));
    Answer answer = sent();
    assertThat(answer.id()).isEqualTo(9);
    assertThat(answer.status()).as("it has no replica").isEqualTo(410);
  }

  @Test
  void anUnknownOperationFails() {
    channel.writeInbound(Frames.item(0x42, 3, ""));
    Answer answer = sent();
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.tokens()).as("no other replica is asked").containsEntry(0x1b, "1");
    assertThat(answer.body()).contains("The operation 66 of direct mode");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 3, 23, 64 * 1024 + 1, 0x7fffffffL, 0xffffffffL})
  void aFrameOfAnotherLengthClosesTheConnection(long length) {
    channel.writeInbound(Unpooled.buffer().writeIntLE((int) length).writeZero(40));
    assertThat(channel.isOpen()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = TokenType.class,
      names = {"SMALL_STRING", "STRING", "ULONG_STRING", "BYTES", "LONG_LONG", "GUID"})
  void aTokenThatIsLongerThanItsFrameClosesTheConnection(TokenType type) {
    ByteBuf tokens = Unpooled.buffer();
    Frames.number(tokens, 0x01, type).writeIntLE(-1);
    channel.writeInbound(Frames.frame(Frames.ITEM, Frames.READ, tokens));
    assertThat(channel.isOpen()).isFalse();
    assertThat(arrived()).isEmpty();
  }

  @Test
  void anUnknownTypeOfTokenClosesTheConnection() {
    ByteBuf tokens = Unpooled.buffer().writeShortLE(1).writeByte(0x60);
    channel.writeInbound(Frames.frame(Frames.ITEM, Frames.READ, tokens));
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void aTokenOfAnotherTypeClosesTheConnection() {
    ByteBuf tokens = Unpooled.buffer();
    Frames.number(tokens, 0x4d, TokenType.STRING).writeShortLE(1).writeByte('x');
    channel.writeInbound(Frames.frame(Frames.ITEM, Frames.READ, tokens));
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void aBodyThatIsTooLargeIsSkipped() {
    channel.writeInbound(Frames.item(Frames.CREATE, 1, "x".repeat(4 * 1024 * 1024 + 1)));
    assertThat(sent().status()).isEqualTo(413);
    channel.writeInbound(Frames.item(Frames.READ, 2, ""));
    assertThat(arrived()).hasSize(1);
    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void requestsBeyondTheBytesInProgressFailWith429() {
    String body = "x".repeat(4_000_000);
    for (int i = 0; i < 3; i++) {
      channel.writeInbound(Frames.item(Frames.CREATE, i, body));
    }
    assertThat(arrived()).hasSize(2);
    Answer refused = sent();
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.id()).isEqualTo(2);
    answer(arrived().get(0), ApiResponse.empty(201));
    sent();
    channel.writeInbound(Frames.item(Frames.CREATE, 3, body));
    assertThat(arrived()).hasSize(3);
  }

  @Test
  void theBytesOfABodyThatNeverArrivesAreReleased() {
    ByteBuf bytes = Frames.item(Frames.CREATE, 1, "x".repeat(4_000_000));
    channel.writeInbound(bytes.readBytes(bytes.readableBytes() - 1));
    assertThat(underWay.reserve(8_000_000)).isFalse();
    channel.close();
    assertThat(underWay.reserve(10_000_000)).isTrue();
  }

  @Test
  void workEndsWithItsConnection() {
    channel.writeInbound(Frames.item(Frames.READ, 1, ""));
    channel.close();
    assertThat(cancellations).singleElement().matches(Cancellation::isCancelled);
    answer(arrived().get(0), ApiResponse.empty(200));
    ByteBuf nothing = channel.readOutbound();
    assertThat(nothing).isNull();
  }

  @Test
  void tooManyRequestsInProgressStopReading() {
    for (int i = 0; i < 200; i++) {
      channel.writeInbound(Frames.item(Frames.READ, i, ""));
    }
    assertThat(channel.config().isAutoRead()).isFalse();
    answer(arrived().get(0), ApiResponse.empty(200));
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void aCutEndsTheConnectionInTheMiddleOfAResponse() {
    channel.writeInbound(Frames.item(Frames.READ, 1, ""));
    answer(arrived().get(0), ApiResponse.cut());
    ByteBuf half = channel.readOutbound();
    assertThat(half.readableBytes()).isEqualTo(RequestFrame.MIN_BYTES);
    half.release();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void aRefusedSignatureDoesNotMakeAConnectionTrusted() {
    channel.writeInbound(Frames.item(Frames.READ, 1, ""));
    answer(arrived().get(0), ApiResponse.empty(401));
    assertThat(sent().tokens()).containsEntry(0x1b, "1");
    assertThat(trusted).isZero();
  }

  @Test
  void onlyFramesAreTakenForThisProtocol() {
    RntbdProtocol protocol = new RntbdProtocol();
    assertThat(protocol.begins(Frames.opening().getInt(0))).isTrue();
    for (String http : List.of("GET ", "PUT ", "POST", "OPTI")) {
      byte[] bytes = http.getBytes(StandardCharsets.US_ASCII);
      assertThat(protocol.begins(Unpooled.wrappedBuffer(bytes).getInt(0))).isFalse();
    }
  }
}
