package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.request.ConnectionLimits;
import dev.cosmoslocal.request.Consistency;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Malformed requests get a status below 500 and leave the emulator usable. */
@Tag("slow")
class BadInputTest {
  private static final String KEY =
      Base64.getEncoder().encodeToString("secret".getBytes(StandardCharsets.UTF_8));
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final int IDLE = Math.min(1_000, ConnectionLimits.DEFAULT.connections() / 2);

  private static HttpServer server;
  private static Wire wire;

  @BeforeContainer
  static void start() throws IOException {
    server = HttpServer.start(new Account(Clock.systemUTC(), 2), config(Duration.ofSeconds(30)));
    wire = new Wire(server.port(), KEY, NOW);
    wire.send(WireRequests.createDatabase());
    wire.send(WireRequests.createContainer());
    assertThat(wire.send(WireRequests.upsertItem())).startsWith("HTTP/1.1 201");
  }

  @AfterContainer
  static void stop() {
    server.close();
  }

  private static ServerConfig config(Duration arrival) {
    return new ServerConfig(
        ServerAddress.onLoopback(0),
        KEY,
        ConnectionLimits.DEFAULT.withArrival(arrival),
        Clock.fixed(NOW, ZoneOffset.UTC),
        () -> "activity",
        served -> {},
        Admission.UNLIMITED,
        FaultSource.NONE,
        Consistency.SESSION);
  }

  @Example
  void everyRequestIsWellFormedBeforeItsMutation() throws IOException {
    for (WireRequest request : WireRequests.all()) {
      assertProper(request.toString(), wire.send(request));
      lives();
    }
  }

  @Property(tries = 2_000, seed = "20260101", shrinking = ShrinkingMode.OFF)
  void aMutatedRequestIsAnsweredBelow500(@ForAll long seed) throws IOException {
    List<WireRequest> all = WireRequests.all();
    Mutation mutation = new Mutation(seed);
    WireRequest request = mutation.of(all.get(mutation.below(all.size())));
    while (mutation.below(3) == 0) {
      request = mutation.of(request);
    }
    assertProper(request.toString(), wire.send(request));
  }

  @Example
  void deeplyNestedAndVeryLongBodiesAreAnsweredBelow500() throws IOException {
    for (String text :
        List.of(
            "SELECT " + "(".repeat(100_000),
            "SELECT " + "(".repeat(50_000) + "1" + ")".repeat(50_000),
            "SELECT VALUE " + "NOT ".repeat(50_000) + "true",
            "SELECT VALUE " + "-".repeat(100_000) + "1",
            "SELECT VALUE 1" + "+1".repeat(100_000),
            "SELECT * FROM c WHERE c" + ".a".repeat(100_000) + " = 1",
            "SELECT * FROM c WHERE c.n = 1" + " OR c.n = 1".repeat(20_000),
            "SELECT * FROM c WHERE c.n IN (1" + ",1".repeat(100_000) + ")",
            "SELECT VALUE " + "[".repeat(50_000) + "]".repeat(50_000),
            "SELECT VALUE " + "1 ? 1 : ".repeat(30_000) + "1",
            "SELECT * FROM " + "(SELECT * FROM ".repeat(20_000) + "c" + ")".repeat(20_000),
            "SELECT * FROM " + "(SELECT * FROM ".repeat(190) + "c" + ")".repeat(190),
            "SELECT * FROM c" + " JOIN x IN c.a".repeat(5_000))) {
      WireRequest query = WireRequests.query("SELECT 1").withBody("{\"query\":\"" + text + "\"}");
      assertProper(text.substring(0, 40), wire.send(query));
    }
    for (String json : List.of("[", "{\"a\":", "{\"id\":\"z\",\"pk\":\"p\",\"a\":[")) {
      String body = json.repeat(100_000);
      assertProper(json, wire.send(WireRequests.upsertItem().withBody(body)));
    }
    lives();
  }

  @Example
  void anItemIsNestedAtMost128Levels() throws IOException {
    String deep = "[".repeat(128) + "]".repeat(128);
    WireRequest item = WireRequests.upsertItem().withBody(WireRequests.item("deep", deep));
    assertThat(wire.send(item)).startsWith("HTTP/1.1 20");
    WireRequest deeper =
        WireRequests.upsertItem().withBody(WireRequests.item("deeper", "[" + deep + "]"));
    assertThat(wire.send(deeper)).startsWith("HTTP/1.1 400").contains("128 levels");
  }

  /** UTF-8 would make one key of all of them. */
  @Example
  void illFormedUnicodeInIdsAndPartitionKeysIsRefused() throws IOException {
    for (String half : List.of("\\ud800", "\\udc00", "x\\ud800\\ud800", "\\udc00\\ud800")) {
      for (WireRequest request :
          List.of(
              WireRequests.upsertItem().withBody("{\"id\":\"" + half + "\",\"pk\":\"p\"}"),
              WireRequests.upsertItem().inPartition(half).withBody(WireRequests.item("i", "1")),
              WireRequest.of("POST", "dbs").withBody("{\"id\":\"" + half + "\"}"))) {
        assertThat(wire.send(request))
            .as("%s in %s", half, request)
            .startsWith("HTTP/1.1 400")
            .contains("not well-formed Unicode");
      }
    }
    String pair = "{\"id\":\"\\ud83d\\ude00\",\"pk\":\"\\ud83d\\ude00\"}";
    assertThat(wire.send(WireRequests.upsertItem().inPartition("\\ud83d\\ude00").withBody(pair)))
        .startsWith("HTTP/1.1 20");
  }

  @Example
  void numbersBeyondDoublesAreRefusedAndLongIntegersStored() throws IOException {
    for (String number : List.of("1e400", "-1e400", "1" + "0".repeat(400))) {
      String item = WireRequests.item("big", number);
      assertThat(wire.send(WireRequests.upsertItem().withBody(item)))
          .startsWith("HTTP/1.1 400")
          .contains("out of the range");
    }
    String item = WireRequests.item("big", "[9223372036854775807,100000000000000000000]");
    assertThat(wire.send(WireRequests.upsertItem().withBody(item)))
        .contains("[9223372036854775807,1.0E20]");
  }

  @Property(tries = 200, seed = "20260102", shrinking = ShrinkingMode.OFF)
  void randomBytesAreAnsweredOrDisconnected(@ForAll long seed) throws IOException {
    Mutation mutation = new Mutation(seed);
    try (Socket socket = wire.connect()) {
      socket.getOutputStream().write(mutation.garbage(2_000));
      socket.shutdownOutput();
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer.isEmpty() || answer.startsWith("HTTP/1.1 4")).isTrue();
    } catch (SocketException reset) {
      assertThat(reset).hasMessageContaining("reset");
    }
  }

  @Property(tries = 200, seed = "20260103", shrinking = ShrinkingMode.OFF)
  void anIncompleteRequestDoesNotAffectOthers(@ForAll long seed) throws IOException {
    Mutation mutation = new Mutation(seed);
    byte[] whole = wire.signed(WireRequests.upsertItem());
    try (Socket socket = wire.connect()) {
      socket.getOutputStream().write(Arrays.copyOf(whole, mutation.below(whole.length)));
      lives();
    }
  }

  @Example
  void anIncompleteRequestIsAnswered408AfterTheTimeLimit() throws IOException {
    HttpServer strict =
        HttpServer.start(new Account(Clock.systemUTC(), 1), config(Duration.ofMillis(100)));
    try {
      byte[] whole = wire.signed(WireRequests.upsertItem());
      Wire other = new Wire(strict.port(), KEY, NOW);
      for (int length : new int[] {1, 60, whole.length - 1}) {
        assertThat(other.send(Arrays.copyOf(whole, length))).startsWith("HTTP/1.1 408");
      }
    } finally {
      strict.close();
    }
  }

  @Example
  void aThousandIdleConnectionsDelayNobody() throws IOException {
    List<Socket> idle = new ArrayList<>();
    try {
      for (int i = 0; i < IDLE; i++) {
        idle.add(wire.connect());
      }
      for (int i = 0; i < 20; i++) {
        lives();
      }
      Socket last = idle.get(IDLE - 1);
      last.getOutputStream().write(wire.signed(WireRequests.readItem()));
      assertThat(new String(last.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 200");
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }

  private static void lives() throws IOException {
    assertThat(wire.send(WireRequests.upsertItem())).startsWith("HTTP/1.1 20");
    assertThat(wire.send(WireRequests.readItem())).startsWith("HTTP/1.1 200");
  }

  /** Expects a status below 500. Errors need a JSON body, because the SDK parses it. */
  private static void assertProper(String request, String answer) {
    assertThat(answer).describedAs(request).matches("(?s)HTTP/1\\.1 [234].*");
    if (answer.startsWith("HTTP/1.1 4") && !request.contains("verb=HEAD")) {
      assertThat(answer).describedAs(request).contains("\r\n\r\n{\"code\":\"", "\"message\":");
    }
  }
}
