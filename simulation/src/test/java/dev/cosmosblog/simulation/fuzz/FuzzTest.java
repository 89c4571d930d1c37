package dev.cosmosblog.simulation.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Run;
import dev.cosmosblog.simulation.fuzz.Attacks.Attack;
import dev.cosmosblog.simulation.fuzz.FuzzedEmulator.Gauge;
import dev.cosmosblog.simulation.fuzz.WireRequest.Credentials;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A short run finds nothing, and each check would find something. */
@Tag("slow")
@Order(3)
class FuzzTest {
  private static final String ERROR = "{\"code\":\"a\",\"message\":\"b\"}";
  private static final WireRequest READ = WireRequest.of("GET", "dbs/canary/colls/c/docs/secret");

  private final FuzzFindings findings = new FuzzFindings();

  /** Other test classes may run beside this one, so another client may wait long. */
  @Test
  void aShortRunFindsNothing() throws IOException {
    Run run = Run.of(new Fuzz(), "--seconds", "3", "--seed", "1", "--probe-ms", "30000");

    assertThat(run.exitCode()).as(run.output() + run.errors()).isZero();
    JsonNode result = new ObjectMapper().readTree(Path.of("target/results/fuzz.json").toFile());
    assertThat(result.path("violations")).isEmpty();
    assertThat(result.path("reads").asInt()).isPositive();
    assertThat(result.path("end").path("threads").asInt()).isPositive();
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
        .contains("batch", "mutated request", "patch", "query", "script", "set up")
        .contains("without the key");
    assertThat(attacks).extracting(Attack::leaves).contains(true);
    assertThat(attacks)
        .extracting(attack -> attack.request().credentials())
        .contains(Credentials.values());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "418 | {\"code\":\"a\",\"message\":\"b\"}",
        "404 | {}",
        "404 | ''",
        "200 | {\"cut\":",
        "200 | {\"text\":\"" + Attacks.SECRET + "\"}"
      })
  void anUndocumentedResponseOrOneWithTheSecretIsAViolation(int status, String body) {
    check("read", READ.by(Credentials.NONE), status, body);
    assertThat(findings.violationCount()).isEqualTo(1);
  }

  @Test
  void theKeyMayReadTheSecret() {
    check("read", READ, 200, "{\"text\":\"" + Attacks.SECRET + "\"}");
    assertThat(findings.violations()).isEmpty();
  }

  @Test
  void aResponse500IsAViolationUnlessItWasAJvmError() {
    check("read", READ, 500, ERROR);
    findings.checkFailures(1);
    assertThat(findings.violations()).isEmpty();
    findings.checkFailures(0);
    assertThat(findings.violations()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"100, 4, 20", "10, 40, 20", "10, 4, 80"})
  void aResourceThatIsNotReleasedIsAViolation(long heapMb, long directMb, int threads) {
    findings.checkGauge(new Gauge(10, 4, 20));
    assertThat(findings.violations()).isEmpty();
    findings.checkGauge(new Gauge(heapMb, directMb, threads));
    assertThat(findings.violations()).hasSize(1);
  }

  private void check(String kind, WireRequest request, int status, String body) {
    HttpHeaders headers =
        HttpHeaders.of(Map.of("content-type", List.of("application/json")), (name, value) -> true);
    Attack attack = new Attack(kind, request, false);
    findings.check("test", attack, status, headers, body.getBytes(StandardCharsets.UTF_8));
  }
}
