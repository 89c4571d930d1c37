package dev.cosmoslocal.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.request.ConnectionLimits;
import dev.cosmoslocal.request.Consistency;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A page in a browser can't access the emulator, neither by DNS rebinding, which resolves the
 * page's host name to this machine, nor across origins. It could sign requests, because the default
 * key is public.
 */
class BrowserPagesTest {
  private static final String KEY = "a2V5";
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private static final HttpServer SERVER =
      HttpServer.start(
          new Account(Clock.systemUTC(), 1),
          new ServerConfig(
              new ServerAddress(
                  InetAddress.getLoopbackAddress(),
                  0,
                  null,
                  Set.of("account.example", "[fd00::7]")),
              KEY,
              ConnectionLimits.DEFAULT,
              Clock.fixed(NOW, ZoneOffset.UTC),
              () -> "activity",
              served -> {},
              Admission.UNLIMITED,
              FaultSource.NONE,
              Consistency.SESSION));

  private final Wire wire = new Wire(SERVER.port(), KEY, NOW);

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private String sentTo(String host) throws IOException {
    return wire.send(WireRequest.of("GET", "dbs").with("host", host));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LocalHost:8081",
        "127.0.0.1",
        "127.0.0.1:8081",
        "127.9.8.7:1",
        "[::1]",
        "[::1]:8081",
        "account.example",
        "Account.Example:443",
        "[fd00::7]:8081"
      })
  void localAndConfiguredHostNamesAreAccepted(String host) throws IOException {
    assertThat(sentTo(host)).startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8081",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "localhost.",
        "localhost:80:80",
        "localhost@evil.example",
        "evil.example#localhost",
        "127.1",
        "2130706433",
        "0x7f.0.0.1",
        "10.0.0.1:8081",
        "[fe80::1]",
        "::1",
        "[::1",
        "account.example.evil",
        "\u00e9.example"
      })
  void otherHostNamesAreRejectedWithTheSettingToUse(String host) throws IOException {
    assertThat(sentTo(host))
        .startsWith("HTTP/1.1 403 ")
        .contains("refuses requests to the host", "LocalCosmos.builder().hosts(", "--host");
  }

  @Test
  void anEmulatorOnAllInterfacesAcceptsItsAddresses() throws IOException {
    InetAddress all = InetAddress.getByAddress(new byte[4]);
    InetAddress reached = InetAddress.getByAddress(new byte[] {10, 0, 0, 1});
    ServerAddress place = new ServerAddress(all, 0, null, Set.of());
    assertThat(place.answersTo("10.0.0.1:8081", reached)).isTrue();
    assertThat(place.answersTo("10.0.0.2:8081", reached)).isFalse();
    assertThat(place.answersTo("evil.example", reached)).isFalse();
  }

  @Test
  void aLongHostIsTruncatedInTheResponse() throws IOException {
    assertThat(sentTo("x".repeat(10_000))).startsWith("HTTP/1.1 403 ").hasSizeLessThan(1_000);
  }

  @Test
  void theHostIsCheckedForEachRequestOfAConnection() throws IOException {
    String first = text(WireRequest.of("GET", "dbs").with("host", "localhost"));
    String second = text(WireRequest.of("GET", "dbs").with("host", "evil.example"));
    String both = first.replace("connection: close\r\n", "") + second;
    assertThat(wire.send(both.getBytes(StandardCharsets.UTF_8)))
        .containsSubsequence("HTTP/1.1 200 ", "HTTP/1.1 403 ");
  }

  @Test
  void aPageOfAnotherOriginGetsNoPermissionToSignRequests() throws IOException {
    String preflight =
        "OPTIONS /dbs HTTP/1.1\r\nhost: localhost\r\norigin: http://evil.example\r\n"
            + "access-control-request-method: GET\r\n"
            + "access-control-request-headers: authorization,x-ms-date\r\n"
            + "access-control-request-private-network: true\r\nconnection: close\r\n\r\n";
    String answer = wire.send(preflight.getBytes(StandardCharsets.UTF_8));
    assertThat(answer).startsWith("HTTP/1.1 401 ");
    assertThat(answer.toLowerCase(Locale.ROOT)).doesNotContain("access-control");
  }

  @Test
  void pagesOfOtherOriginsCantReadResponses() throws IOException {
    for (String verb : new String[] {"GET", "POST", "OPTIONS", "DELETE"}) {
      String answer = wire.send(WireRequest.of(verb, "dbs").with("origin", "http://evil.example"));
      assertThat(answer.toLowerCase(Locale.ROOT)).doesNotContain("access-control");
    }
  }

  /** The :authority pseudo-header would need a separate check. */
  @Test
  void http2IsNotSupported() throws IOException {
    byte[] preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.UTF_8);
    assertThat(wire.send(preface)).startsWith("HTTP/1.1 4").doesNotContain("200 Ok");
    WireRequest upgrade =
        WireRequest.of("GET", "dbs")
            .with("upgrade", "h2c")
            .with("connection", "Upgrade, HTTP2-Settings")
            .with("http2-settings", "AAMAAABkAAQAAP__");
    assertThat(wire.send(upgrade)).startsWith("HTTP/1.1 200 ").doesNotContain("101 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "http://x", "x:80", "a b", "x/y", "[::1]x", "*", "a,b"})
  void anInvalidHostNameIsRejected(String host) {
    assertThatThrownBy(() -> ServerAddress.host(host))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a name or an address");
  }

  private String text(WireRequest request) {
    return new String(wire.signed(request), StandardCharsets.UTF_8);
  }
}
