package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.request.ConnectionLimits;
import dev.cosmoslocal.request.Consistency;
import dev.cosmoslocal.request.RequestKind;
import dev.cosmoslocal.request.RequestRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("small-heap")
class HttpServerTest {
  private static final String KEY =
      Base64.getEncoder().encodeToString("secret".getBytes(StandardCharsets.UTF_8));
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final List<RequestRecord> served = new CopyOnWriteArrayList<>();
  private final HttpServer server =
      HttpServer.start(
          new Account(Clock.systemUTC(), 2),
          new ServerConfig(
              new ServerAddress(
                  InetAddress.getLoopbackAddress(), 0, null, Set.of("account.example")),
              KEY,
              ConnectionLimits.DEFAULT,
              Clock.fixed(NOW, ZoneOffset.UTC),
              () -> "activity",
              served::add,
              Admission.UNLIMITED,
              FaultSource.NONE,
              Consistency.SESSION));
  private final Wire wire = new Wire(server.port(), KEY, NOW);

  /** Docker and tunnels forward ports, so the SDK must be directed to the name and port it used. */
  @ParameterizedTest
  @CsvSource({
    "account.example:8081, http://account.example:8081/",
    "localhost, http://localhost/",
    "'', own"
  })
  void theAccountResourceContainsTheEndpointThatTheClientUsed(String host, String endpoint)
      throws IOException {
    String answer = wire.send(WireRequest.of("GET", "").with("host", host));
    String expected = endpoint.equals("own") ? server.endpoint() : endpoint;
    assertThat(answer)
        .startsWith("HTTP/1.1 200")
        .contains("\"databaseAccountEndpoint\":\"" + expected + "\"");
  }

  @AfterEach
  void close() {
    server.close();
    server.close();
  }

  @Test
  void aSignedRequestSucceeds() throws Exception {
    assertThat(get("dbs", NOW, KEY))
        .startsWith("HTTP/1.1 200")
        .contains("x-ms-activity-id: activity", "\"Databases\":[]");
    assertThat(served)
        .singleElement()
        .satisfies(s -> assertThat(s.kind()).isEqualTo(RequestKind.DATABASE));
  }

  @Test
  void aRequestWithoutOrWithAWrongSignatureIsUnauthorized() throws Exception {
    String other = Base64.getEncoder().encodeToString(new byte[] {1});
    byte[] unsigned = WireRequest.of("GET", "dbs").bytes(Map.of());
    assertError(wire.send(unsigned), 401, "Unauthorized");
    assertError(get("dbs", NOW, other), 401, "Unauthorized");
  }

  @Test
  void anOldRequestIsForbidden() throws Exception {
    Instant old = NOW.minus(Duration.ofMinutes(16));
    assertError(get("dbs", old, KEY), 403, "Forbidden");
    assertThat(get("dbs", NOW.minus(Duration.ofMinutes(14)), KEY)).startsWith("HTTP/1.1 200");
  }

  @Test
  void unknownResourceTypesAreReported() throws Exception {
    assertError(get("dbs/d/colls/c/sprocs", NOW, KEY), 404, "NotFound");
    assertError(get("things", NOW, KEY), 400, "BadRequest");
  }

  @Test
  void garbageGetsAJsonErrorAndTheServerContinues() throws Exception {
    assertThat(raw("\u0000\u0001garbage\r\n\r\n")).contains("400").contains("BadRequest");
    assertThat(raw("GET /%zz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"))
        .contains("400");
    assertThat(raw("GET / HTTP/1.1\r\n" + "h: v\r\n".repeat(20_000) + "\r\n")).contains("400");
    assertThat(get("dbs", NOW, KEY)).startsWith("HTTP/1.1 200");
  }

  @Test
  void anOversizedBodyIsRefusedAndTheConnectionContinues() throws Exception {
    String big = "x".repeat(5 << 20);
    String both =
        raw(
            "POST /dbs HTTP/1.1\r\nhost: localhost\r\ncontent-length: "
                + big.length()
                + "\r\n\r\n"
                + big
                + "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    assertThat(both).contains("413").contains("RequestEntityTooLarge").contains("401");
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws Exception {
    String answers =
        raw(
            "GET /a HTTP/1.1\r\nhost: localhost\r\n\r\nGET /b HTTP/1.1\r\nhost: localhost\r\n\r\n"
                + "GET /c HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    assertThat(answers.split("HTTP/1.1 401", -1)).hasSize(4);
  }

  @Test
  void thousandsOfRequestsPipelinedBehindASlowOneSucceed() throws Exception {
    WireRequest query =
        WireRequest.of("POST", "dbs/d/colls/c/docs")
            .with("x-ms-documentdb-isquery", "true")
            .with("content-type", "application/query+json");
    String answers =
        raw(
            head(query).replace("connection: close\r\n", "")
                + "content-length: 0\r\n\r\n"
                + "GET /a HTTP/1.1\r\n\r\n".repeat(5_000)
                + "GET /b HTTP/1.1\r\nconnection: close\r\n\r\n");
    assertThat(answers).startsWith("HTTP/1.1 404");
    assertThat(answers.split("HTTP/1.1 401", -1)).hasSize(5_002);
  }

  @Test
  void expectContinueIsSupported() throws Exception {
    WireRequest request = WireRequest.of("POST", "dbs").with("expect", "100-continue");
    assertThat(wire.send(request.withBody("{\"id\":\"d\"}")))
        .startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 ");
    assertThat(raw(head(request) + "content-length: 5000000\r\n\r\n")).startsWith("HTTP/1.1 413 ");
  }

  @Test
  void unsignedRequestsAreRejectedBeforeTheirBody() throws Exception {
    String head = "POST /dbs HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4000000\r\n";
    assertThat(raw(head + "expect: 100-continue\r\n\r\n")).startsWith("HTTP/1.1 401 ");
    assertThat(raw(head + "connection: close\r\n\r\n")).startsWith("HTTP/1.1 401 ");
    String next = "GET /b HTTP/1.1\r\nconnection: close\r\n\r\n";
    assertThat(raw(head + "\r\n" + "x".repeat(4_000_000) + next).split("HTTP/1.1 401", -1))
        .hasSize(3);
    assertThat(served).hasSize(4).allMatch(request -> request.requestBytes() == 0);
  }

  @Test
  void aChunkedBodyIsAssembledAndLimited() throws Exception {
    WireRequest request = WireRequest.of("POST", "dbs");
    String head = head(request).replace("connection: close\r\n", "");
    head += "transfer-encoding: chunked\r\n\r\n";
    String chunk = "100000\r\n" + "x".repeat(1 << 20) + "\r\n";
    assertThat(
            raw(
                head
                    + chunk.repeat(4)
                    + "0\r\n\r\n"
                    + head
                    + chunk.repeat(5)
                    + "0\r\n\r\n"
                    + "GET / HTTP/1.1\r\nconnection: close\r\n\r\n"))
        .containsSubsequence("HTTP/1.1 400 ", "HTTP/1.1 413 ", "HTTP/1.1 401 ");
    assertThat(served.get(0).requestBytes()).isEqualTo(4 << 20);
  }

  /** Guards against request smuggling. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "content-length: 2\r\ncontent-length: 3\r\n",
        "content-length: 2\r\ntransfer-encoding: chunked\r\n",
        "content-length: -2\r\n",
        "content-length: +2\r\n",
        "content-length: 2x\r\n",
        "content-length: 99999999999999999999\r\n",
        "content-length : 2\r\n",
        "content-length: 2\r\ncontent-length: 2\r\n",
        "transfer-encoding: gzip, chunked\r\n",
        "transfer-encoding: identity\r\n",
        "transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n",
        "host: other\r\ncontent-length: 2\r\n",
        "origin: http://a\r\norigin: http://b\r\ncontent-length: 2\r\n"
      })
  void anAmbiguousHeadClosesTheConnection(String headers) throws Exception {
    assertAmbiguous("HTTP/1.1", headers, "{}");
    assertAmbiguous("HTTP/1.0", headers, "{}");
  }

  /** RFC 9112, section 6.1. */
  @Test
  void chunksWithHttp10CloseTheConnection() throws Exception {
    String chunked = "transfer-encoding: chunked\r\n";
    assertAmbiguous("HTTP/1.0", chunked, "0\r\n\r\n");
    assertAmbiguous("HTTP/1.0", "content-length: 5\r\n" + chunked, "0\r\n\r\n");
  }

  private void assertAmbiguous(String version, String headers, String body) throws IOException {
    String head = head(WireRequest.of("POST", "dbs")).replace("HTTP/1.1", version);
    String answer = raw(head + headers + "\r\n" + body + "GET /dbs HTTP/1.1\r\n\r\n");
    assertThat(answer).as(version).startsWith("HTTP/1.1 400 ").contains("not well-formed");
    assertThat(answer.split("HTTP/1.1 ", -1)).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP/0.9", "HTTP/1.2", "HTTP/2.0"})
  void anotherVersionOfHttpIsRefused(String version) throws Exception {
    String head = head(WireRequest.of("GET", "dbs")).replace("HTTP/1.1", version);
    assertThat(raw(head + "\r\n")).startsWith("HTTP/1.1 400 ").contains("not well-formed");
    assertThat(raw(head.replace(version, "HTTP/1.0") + "\r\n")).contains(" 200 ");
  }

  /** RFC 9112, section 3.2.2. The SDK for Java 2 sends only such targets. */
  @Test
  void aTargetInAbsoluteFormCountsInsteadOfTheHost() throws Exception {
    String head = head(WireRequest.of("GET", "dbs").with("host", "evil.example"));
    assertThat(raw(head.replace(" /dbs", " http://127.0.0.1:8081/dbs") + "\r\n"))
        .startsWith("HTTP/1.1 200 ")
        .contains("\"Databases\":[]");
    assertThat(raw(head.replace(" /dbs", " HTTP://evil.example/dbs") + "\r\n"))
        .startsWith("HTTP/1.1 403 ");
    String account = head(WireRequest.of("GET", ""));
    assertThat(raw(account.replace(" / ", " http://account.example:1 ") + "\r\n"))
        .contains("\"databaseAccountEndpoint\":\"http://account.example:1/\"");
  }

  /** RFC 9112, section 5.2. */
  @ParameterizedTest
  @ValueSource(strings = {"x: a\r\n b\r\n", "x: a\r\n\t\r\n"})
  void aFoldedHeaderClosesTheConnection(String header) throws Exception {
    String answer =
        raw(head(WireRequest.of("GET", "dbs")) + header + "\r\nGET /a HTTP/1.1\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 400 ").contains("not well-formed");
    assertThat(answer.split("HTTP/1.1 ", -1)).hasSize(2);
  }

  /** Returns the signed head of a request up to its Content-Length. */
  private String head(WireRequest request) {
    String text = new String(wire.signed(request), StandardCharsets.UTF_8);
    return text.substring(0, text.indexOf("content-length"));
  }

  @Test
  void headResponsesHaveNoBody() throws Exception {
    String answer = raw("HEAD /dbs HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 4").endsWith("\r\n\r\n");
    assertThat(answer).containsPattern("content-length: [1-9]");
  }

  private String raw(String text) throws IOException {
    return wire.send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends a GET request with a date, signed with a key. */
  private String get(String path, Instant date, String key) throws IOException {
    return new Wire(server.port(), key, date).send(WireRequest.of("GET", path));
  }

  private static void assertError(String response, int status, String code) {
    assertThat(response)
        .startsWith("HTTP/1.1 " + status)
        .contains("\r\n\r\n{\"code\":\"" + code + "\"");
  }
}
