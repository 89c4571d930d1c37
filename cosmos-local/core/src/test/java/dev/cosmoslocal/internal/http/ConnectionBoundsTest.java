package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.request.ConnectionLimits;
import dev.cosmoslocal.request.Consistency;
import dev.cosmoslocal.request.RequestKind;
import dev.cosmoslocal.request.RequestRecord;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory of connections is bounded, whatever clients send or leave unread. */
@Isolated("It measures the heap.")
class ConnectionBoundsTest {
  private static final String KEY = "a2V5";
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final int MB = 1 << 20;

  /** The emulator may notice the state of another connection only after some requests. */
  private static final int TRIES = 1_000;

  private static final String ITEMS = "dbs/db/colls/c/docs";

  private final List<RequestRecord> served = new CopyOnWriteArrayList<>();

  /** Query responses wait until it opens. */
  private final CountDownLatch queries = new CountDownLatch(1);

  private final List<AutoCloseable> open = new ArrayList<>();
  private Wire wire = new Wire(0, KEY, NOW);

  private void start(ConnectionLimits limits) throws IOException {
    HttpServer server =
        HttpServer.start(
            new Account(Clock.systemUTC(), 1),
            new ServerConfig(
                ServerAddress.onLoopback(0),
                KEY,
                limits,
                Clock.fixed(NOW, ZoneOffset.UTC),
                () -> "activity",
                this::answered,
                Admission.UNLIMITED,
                FaultSource.NONE,
                Consistency.SESSION));
    open.add(server);
    wire = new Wire(server.port(), KEY, NOW);
    wire.send(WireRequests.createDatabase());
    wire.send(WireRequests.createContainer());
    String text = "x".repeat(MB);
    String item = WireRequests.item("big", "\"" + text + "\"");
    assertThat(wire.send(WireRequests.upsertItem().withBody(item))).startsWith("HTTP/1.1 201");
  }

  private void answered(RequestRecord request) {
    served.add(request);
    try {
      if (request.kind() == RequestKind.QUERY) {
        queries.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  private Socket connect() throws IOException {
    Socket socket = wire.connect();
    open.add(socket);
    return socket;
  }

  private static WireRequest big() {
    return WireRequest.of("GET", ITEMS + "/big").inPartition("p");
  }

  private String kept(WireRequest request) {
    return new String(wire.signed(request), StandardCharsets.UTF_8)
        .replace("connection: close\r\n", "");
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Reads the head of the next response. */
  private static String head(Socket socket) throws IOException {
    StringBuilder text = new StringBuilder();
    InputStream in = socket.getInputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      text.append((char) b);
      if (text.length() >= 4 && text.substring(text.length() - 4).equals("\r\n\r\n")) {
        break;
      }
    }
    return text.toString();
  }

  /** Reads until the emulator closes or resets the connection. */
  private static String rest(Socket socket) throws IOException {
    StringBuilder text = new StringBuilder();
    byte[] bytes = new byte[64 * 1024];
    try {
      for (int n = socket.getInputStream().read(bytes); n >= 0; ) {
        text.append(new String(bytes, 0, n, StandardCharsets.ISO_8859_1));
        n = socket.getInputStream().read(bytes);
      }
    } catch (SocketException reset) {
      text.append(reset.getMessage());
    }
    return text.toString();
  }

  /** Counts responses with status 200 until the emulator closes or resets the connection. */
  private static int answers(Socket socket) throws IOException {
    int count = 0;
    String tail = "";
    byte[] bytes = new byte[64 * 1024];
    try {
      for (int n = socket.getInputStream().read(bytes); n >= 0; ) {
        String text = tail + new String(bytes, 0, n, StandardCharsets.ISO_8859_1);
        count += text.split("HTTP/1.1 200", -1).length - 1;
        tail = text.substring(Math.max(0, text.length() - "HTTP/1.1 20".length()));
        n = socket.getInputStream().read(bytes);
      }
    } catch (SocketException reset) {
      assertThat(reset).hasMessageContaining("reset");
    }
    return count;
  }

  private long servedTo(String agent) {
    return served.stream().filter(request -> request.userAgent().equals(agent)).count();
  }

  private void ping(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      assertThat(wire.send(WireRequest.of("GET", "dbs"))).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void pipelinedRequestsWaitUntilTheirResponsesAreRead() throws IOException {
    start(ConnectionLimits.DEFAULT);
    int count = 200;
    long before = PlatformDependent.usedDirectMemory();
    Socket socket = connect();
    String request = kept(big().with("user-agent", "lazy"));
    write(socket, request.repeat(count - 1));
    write(socket, new String(wire.signed(big()), StandardCharsets.UTF_8));
    ping(300);
    assertThat(servedTo("lazy")).isLessThan(30);
    assertThat(PlatformDependent.usedDirectMemory() - before).isLessThan(32L * MB);
    assertThat(answers(socket)).isEqualTo(count);
  }

  @Test
  void unsignedBodiesAreNotBuffered() throws IOException {
    start(ConnectionLimits.DEFAULT);
    long before = heap();
    String body = "x".repeat(4_000_000);
    for (int i = 0; i < 50; i++) {
      Socket socket = connect();
      write(socket, "POST /" + ITEMS + " HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4000001");
      write(socket, "\r\n\r\n" + body);
    }
    ping(10);
    assertThat(heap() - before).isLessThan(50L * MB);
    for (AutoCloseable each : open.subList(1, open.size())) {
      assertThat(head((Socket) each)).startsWith("HTTP/1.1 401");
    }
  }

  private static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void incompleteBodiesOfAllConnectionsAreBounded() throws IOException {
    start(ConnectionLimits.DEFAULT.withBytesUnderWay(8L * MB));
    String head = kept(WireRequests.upsertItem()).replaceFirst("(?s)content-length.*", "");
    String part = head + "content-length: 4000000\r\n\r\n" + "x".repeat(3_000_000);
    Socket one = connect();
    Socket two = connect();
    write(one, part);
    write(two, part);
    // These two requests are in progress, unlike those in the socket buffers.
    String third = "";
    for (int i = 0; i < TRIES && !third.startsWith("HTTP/1.1 429"); i++) {
      Socket other = connect();
      write(other, head + "connection: close\r\ncontent-length: 4000000\r\n\r\n");
      write(other, "x".repeat(4_000_000));
      third = rest(other);
    }
    assertThat(third).contains("x-ms-retry-after-ms: 500", "connectionLimits(");
    ping(1);
    write(one, "x".repeat(1_000_000));
    assertThat(head(one)).startsWith("HTTP/1.1 400");
    two.close();
    String last = "429";
    for (int i = 0; i < TRIES && last.contains("429"); i++) {
      last = wire.send(WireRequests.upsertItem().withBody("x".repeat(3_000_000)));
    }
    assertThat(last).startsWith("HTTP/1.1 400");
  }

  @Test
  void requestsAreRejectedWhileUnreadResponsesTakeTooMuchMemory() throws IOException {
    start(ConnectionLimits.DEFAULT.withBytesUnderWay(8L * MB));
    List<Socket> lazy = new ArrayList<>();
    String answer = "";
    while (!answer.startsWith("HTTP/1.1 429") && lazy.size() < 100) {
      Socket socket = connect();
      lazy.add(socket);
      write(socket, kept(big()).repeat(20));
      answer = wire.send(WireRequest.of("GET", "dbs"));
    }
    assertThat(answer).startsWith("HTTP/1.1 429").contains("x-ms-retry-after-ms");
    for (Socket socket : lazy) {
      socket.close();
    }
    for (int i = 0; i < TRIES && answer.startsWith("HTTP/1.1 429"); i++) {
      answer = wire.send(WireRequest.of("GET", "dbs"));
    }
    assertThat(answer).startsWith("HTTP/1.1 200");
  }

  @Test
  void connectionsBeyondTheLimitAreClosed() throws IOException {
    start(ConnectionLimits.DEFAULT.withConnections(3));
    List<Socket> allowed = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Socket socket = connect();
      write(socket, kept(WireRequest.of("GET", "dbs")));
      assertThat(head(socket)).startsWith("HTTP/1.1 200");
      allowed.add(socket);
    }
    assertThat(rest(connect())).doesNotContain("HTTP");
    write(allowed.get(0), "GET / HTTP/1.1\r\nconnection: close\r\n\r\n");
    assertThat(rest(allowed.get(0))).contains("HTTP/1.1 401");
    allowed.get(0).close();
    String answer = "";
    for (int i = 0; i < TRIES && !answer.startsWith("HTTP/1.1 200"); i++) {
      Socket next = connect();
      answer = answered(next);
      next.close();
    }
    assertThat(answer).startsWith("HTTP/1.1 200");
  }

  private String answered(Socket socket) throws IOException {
    try {
      write(socket, new String(wire.signed(WireRequest.of("GET", "dbs")), StandardCharsets.UTF_8));
      return rest(socket);
    } catch (SocketException closed) {
      return "";
    }
  }

  @Test
  void aClientThatDoesNotReadResponsesIsDisconnected() throws IOException {
    start(ConnectionLimits.DEFAULT.withArrival(Duration.ofMillis(300)));
    Socket socket = connect();
    write(socket, kept(big().with("user-agent", "lazy")).repeat(100));
    Socket other = connect();
    // Closed after the same time, because it never sends a request.
    assertThat(rest(other)).isEmpty();
    assertThat(rest(connect())).isEmpty();
    assertThat(rest(connect())).isEmpty();
    assertThat(answers(socket)).isLessThan(50);
    assertThat(servedTo("lazy")).isLessThan(50);
  }

  @Test
  void onlyConnectionsWithAValidRequestMayBeIdle() throws IOException {
    start(ConnectionLimits.DEFAULT.withArrival(Duration.ofMillis(200)));
    Socket valid = connect();
    write(valid, kept(WireRequest.of("GET", "offers/x")));
    assertThat(head(valid)).startsWith("HTTP/1.1 404");
    valid.getInputStream().readNBytes(valid.getInputStream().available());
    Socket forged = connect();
    write(forged, "GET /dbs HTTP/1.1\r\nhost: localhost\r\n\r\n");
    assertThat(rest(forged)).startsWith("HTTP/1.1 401").doesNotContain("408");
    assertThat(rest(connect())).isEmpty();
    write(valid, new String(wire.signed(WireRequest.of("GET", "dbs")), StandardCharsets.UTF_8));
    assertThat(rest(valid)).contains("HTTP/1.1 200");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/dbs", "/ready"})
  void rejectedRequestsAndProbesDoNotKeepConnectionsOpen(String path) throws IOException {
    start(ConnectionLimits.DEFAULT.withArrival(Duration.ofMillis(200)));
    Socket socket = connect();
    long begin = System.nanoTime();
    boolean closed = false;
    while (!closed && System.nanoTime() - begin < Duration.ofSeconds(30).toNanos()) {
      closed = !exchanged(socket, "GET " + path + " HTTP/1.1\r\nhost: localhost\r\n\r\n");
    }
    assertThat(closed).isTrue();
  }

  /** Returns whether the emulator responds on the connection. */
  private static boolean exchanged(Socket socket, String request) throws IOException {
    try {
      write(socket, request);
      String head = head(socket);
      String length = head.replaceFirst("(?s).*content-length: (\\d+).*", "$1");
      if (!head.isEmpty()) {
        socket.getInputStream().readNBytes(Integer.parseInt(length));
      }
      return !head.isEmpty();
    } catch (SocketException closedMeanwhile) {
      return false;
    }
  }

  /** Decoded short headers take fifty times as much memory as their text. */
  @Test
  void queuedRequestsAreCountedWithTheirHeaders() throws IOException {
    start(ConnectionLimits.DEFAULT.withBytesUnderWay(8L * MB));
    String forged = "GET /a HTTP/1.1\r\n" + "a:\r\n".repeat(20) + "\r\n";
    String text =
        forged.repeat(50)
            + kept(WireRequests.query("SELECT VALUE x FROM c JOIN x IN c.a"))
            + forged.repeat(250)
            + "GET /b HTTP/1.1\r\nconnection: close\r\n\r\n";
    List<Socket> waiting = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Socket socket = connect();
      write(socket, text);
      waiting.add(socket);
    }
    ping(10);
    queries.countDown();
    int refused = 0;
    for (Socket socket : waiting) {
      String answers = rest(socket);
      assertThat(answers).containsOnlyOnce("HTTP/1.1 200");
      boolean full = answers.contains("HTTP/1.1 429");
      refused += full ? 1 : 0;
      int unauthorized = answers.split("HTTP/1.1 401", -1).length - 1;
      assertThat(unauthorized).isBetween(full ? 50 : 301, full ? 300 : 301);
    }
    assertThat(refused).isBetween(1, 9);
    String last = "429";
    for (int i = 0; i < TRIES && last.contains("429"); i++) {
      last = wire.send(WireRequests.upsertItem().withBody("x".repeat(4_000_000)));
    }
    assertThat(last).startsWith("HTTP/1.1 400");
  }

  @Test
  void anIncompleteSecondRequestTimesOutWith408() throws IOException {
    start(ConnectionLimits.DEFAULT.withArrival(Duration.ofMillis(200)));
    String whole = kept(WireRequest.of("GET", "dbs"));
    for (String half :
        List.of("G", whole.substring(0, 60), kept(WireRequests.upsertItem()).replace("}", ""))) {
      Socket socket = connect();
      write(socket, whole + half);
      assertThat(rest(socket)).containsSubsequence("HTTP/1.1 200", "HTTP/1.1 408");
    }
  }

  @Test
  void anEndlessRejectedBodyIsNotReadForever() throws IOException {
    start(ConnectionLimits.DEFAULT.withArrival(Duration.ofMillis(200)));
    Socket socket = connect();
    write(socket, "POST /dbs HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\nx");
    assertThat(rest(socket)).startsWith("HTTP/1.1 401").doesNotContain("408");
  }

  @Test
  void aRejectedBodyThatEndsLeavesTheConnectionIdle() throws IOException {
    start(ConnectionLimits.DEFAULT.withArrival(Duration.ofMillis(300)));
    Socket socket = connect();
    write(socket, kept(WireRequest.of("GET", "dbs")));
    assertThat(head(socket)).startsWith("HTTP/1.1 200");
    write(socket, "POST /dbs HTTP/1.1\r\nhost: localhost\r\ncontent-length: 3\r\n\r\n");
    write(socket, "xyz");
    assertThat(rest(connect())).isEmpty();
    assertThat(rest(connect())).isEmpty();
    write(socket, new String(wire.signed(WireRequest.of("GET", "dbs")), StandardCharsets.UTF_8));
    assertThat(rest(socket))
        .containsSubsequence("HTTP/1.1 401", "HTTP/1.1 200")
        .doesNotContain("408");
  }
}
