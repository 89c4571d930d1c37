package dev.cosmosblog.simulation.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Run;
import dev.cosmosblog.simulation.fuzz.Attack.Framing;
import dev.cosmosblog.simulation.fuzz.FuzzedEmulator.Gauge;
import dev.cosmosblog.simulation.fuzz.WireRequest.Credentials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A short run finds nothing, and each check would find something. */
@Tag("slow")
@Order(3)
class FuzzTest {
  private static final Attack READ =
      Attack.plain("read", WireRequest.of("GET", "dbs/canary/colls/c/docs/secret"));

  /** Other test classes may run beside this one, so the bound of a read is wide. */
  @Test
  void aShortRunFindsNothing() throws IOException {
    Run run = Run.of(new Fuzz(), "--seconds", "3", "--seed", "1", "--probe-ms", "10000");

    assertThat(run.exitCode()).as(run.output() + run.errors()).isZero();
    JsonNode result = new ObjectMapper().readTree(Path.of("target/results/fuzz.json").toFile());
    assertThat(result.path("violations")).isEmpty();
    assertThat(result.path("probe").path("reads").asInt()).isPositive();
    assertThat(result.path("statuses").path("set up").size()).isPositive();
  }

  @Test
  void equalSeedsCauseEqualAttacks() {
    assertThat(sequence(7, 2)).isEqualTo(sequence(7, 2)).isNotEqualTo(sequence(8, 2));
  }

  private static List<Attack> sequence(long seed, int client) {
    Attacks attacks = new Attacks(seed, client);
    return IntStream.range(0, 1_000).mapToObj(i -> attacks.next()).toList();
  }

  @Test
  void everyKindOfAttackOccurs() {
    List<Attack> attacks = sequence(1, 0);
    assertThat(attacks)
        .extracting(Attack::kind)
        .contains("batch", "broken HTTP", "mutated request", "patch", "query", "script", "set up")
        .contains("long path", "made continuation", Attacks.RENAME)
        .contains("without the key");
    assertThat(attacks).extracting(Attack::framing).contains(Framing.values());
    assertThat(attacks)
        .extracting(attack -> attack.request().credentials())
        .contains(Credentials.values());
  }

  @Test
  void aReadThatTakesTooLongIsAViolation() throws Exception {
    FuzzFindings findings = new FuzzFindings();
    AtomicInteger answered = new AtomicInteger();
    try (ServerSocket slow = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Probe probe =
          new Probe(
              slow.getLocalPort(),
              () -> new byte[] {'x'},
              Duration.ofMillis(100),
              findings,
              () -> answered.get() >= 2);
      Thread probing = new Thread(probe);
      probing.start();
      try (Socket socket = slow.accept()) {
        for (long wait : new long[] {0, 300_000_000}) {
          assertThat(socket.getInputStream().read()).isEqualTo('x');
          LockSupport.parkNanos(wait);
          answered.incrementAndGet();
          socket.getOutputStream().write(bytes("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
        }
        probing.join();
      }
      assertThat(probe.times().slow()).isPositive();
      assertThat(probe.times().max()).isGreaterThan(250);
      probe.judge((from, to) -> to - from);
      assertThat(findings.violations()).isEmpty();
      probe.judge((from, to) -> 0);
      assertThat(probe.times().late()).isPositive();
    }
    assertThat(findings.violations()).anyMatch(text -> text.startsWith("The probe's read took"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(bytes(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 two hundred\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno header\r\n\r\n",
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\ncontent-le"
      })
  void aResponseThatIsNotHttpIsRefused(String answer) {
    assertThatThrownBy(() -> FuzzResponse.read(stream(answer), "GET"))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "418 Teapot|{\"code\":\"a\",\"message\":\"b\"}",
        "404 Not Found|{}",
        "404 Not Found|",
        "200 OK|{\"cut\":",
        "200 OK|{\"text\":\"" + Attacks.SECRET + "\"}"
      })
  void anUndocumentedResponseOrOneWithTheSecretIsAViolation(String text) throws IOException {
    String[] parts = text.split("\\|", -1);
    FuzzFindings findings = new FuzzFindings();
    findings.check(
        "test",
        Attack.plain("read", READ.request().by(Credentials.NONE)),
        answer(parts[0], parts[1]));
    assertThat(findings.violationCount()).isEqualTo(1);
  }

  private static FuzzResponse answer(String status, String body) throws IOException {
    FuzzResponse answer =
        FuzzResponse.read(
            stream(
                "HTTP/1.1 %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s"
                    .formatted(status, body.length(), body)),
            "GET");
    assertThat(answer).isNotNull();
    return answer;
  }

  @Test
  void anItemWhoseIdChangesByItsTokenIsAViolation() throws IOException {
    FuzzFindings findings = new FuzzFindings();
    Attack rename = Attack.plain(Attacks.RENAME, READ.request().by(Credentials.ITEM_TOKEN));
    findings.check("test", rename, answer("403 Forbidden", "{\"code\":\"a\",\"message\":\"b\"}"));
    assertThat(findings.violations()).isEmpty();
    findings.check("test", rename, answer("200 OK", "{}"));
    assertThat(findings.violationCount()).isEqualTo(1);
  }

  @Test
  void theKeyMayReadTheSecret() throws IOException {
    FuzzFindings findings = new FuzzFindings();
    findings.check("test", READ, answer("200 OK", "{\"text\":\"" + Attacks.SECRET + "\"}"));
    assertThat(findings.violations()).isEmpty();
  }

  @Test
  void aResponse500IsAViolationUnlessItWasAJvmError() throws IOException {
    FuzzFindings findings = new FuzzFindings();
    findings.check("test", READ, answer("500 Error", "{\"code\":\"a\",\"message\":\"b\"}"));
    findings.checkFailures(1, List.of("java.lang.OutOfMemoryError: Java heap space"));
    assertThat(findings.violations()).isEmpty();
    findings.checkFailures(0, List.of("java.lang.NullPointerException"));
    assertThat(findings.violations())
        .hasSize(3)
        .anyMatch(violation -> violation.endsWith("NullPointerException"));
  }

  @Test
  void aResourceThatIsNotReleasedIsAViolation() {
    Gauge begin = new Gauge(10 << 20, 4 << 20, 20);
    for (Gauge end :
        List.of(
            new Gauge(100 << 20, 4 << 20, 20),
            new Gauge(10 << 20, 40 << 20, 20),
            new Gauge(10 << 20, 4 << 20, 60))) {
      FuzzFindings findings = new FuzzFindings();
      findings.checkGauge(begin, begin);
      assertThat(findings.violations()).isEmpty();
      findings.checkGauge(begin, end);
      assertThat(findings.violations()).hasSize(1);
    }
  }
}
