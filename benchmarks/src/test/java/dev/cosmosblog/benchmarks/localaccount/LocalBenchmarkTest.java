package dev.cosmosblog.benchmarks.localaccount;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.benchmarks.testing.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalBenchmarkTest {
  /**
   * The numbers of so short a run say nothing; that they are there says that every call was
   * answered.
   */
  @Test
  void aShortRunMeasuresEveryCall() throws IOException {
    Run run =
        Run.of(
            new LocalBenchmark(),
            List.of(
                    "--calls",
                    "4",
                    "--starts",
                    "1",
                    "--warm-up",
                    "0",
                    "--items",
                    "100",
                    "--measured-items",
                    "100",
                    "--rival",
                    "none")
                .toArray(String[]::new));
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.output()).contains("@vercel/cosmosdb-server is left out: not in none");

    JsonNode result =
        new ObjectMapper().readTree(Path.of("target/results/local-benchmark.json").toFile());
    assertThat(result.path("rival").asText()).startsWith("left out");
    assertThat(result.path("start").path("processMs").asDouble()).isPositive();
    assertThat(result.path("calls")).hasSize(12);
    assertThat(result.path("calls"))
        .allSatisfy(
            call -> {
              assertThat(call.path("server").asText()).isEqualTo("cosmos-local");
              assertThat(call.path("callsPerSecond").asDouble()).isPositive();
              assertThat(call.path("p99Ms").asDouble())
                  .isGreaterThanOrEqualTo(call.path("p50Ms").asDouble());
            });
    assertThat(result.path("memory")).hasSize(2);
    assertThat(result.path("durable")).hasSize(6);
    assertThat(result.path("durable"))
        .allSatisfy(row -> assertThat(row.path("perSecond").asDouble()).isPositive());
    assertThat(result.path("large").path("items").asInt()).isEqualTo(100);
    assertThat(result.path("goals")).isNotEmpty();
  }

  @Test
  void aServerIsSteadyWhenItsCallsGetNoCheaper() {
    WarmUp.Steadiness server = new WarmUp.Steadiness();
    for (double cost : new double[] {100, 80, 79, 78, 60, 59, 61, 60, 90}) {
      server.slice(cost);
      assertThat(server.reached()).as("after %s", cost).isFalse();
    }
    server.slice(58);
    assertThat(server.reached()).isTrue();
  }

  @Test
  void anItemHasThreeHundredBytes() {
    for (int number : new int[] {0, 7, 12_345, 999_999}) {
      String item = Items.of("item-" + number, "p-" + number / 20, number).toString();
      assertThat(item.getBytes(StandardCharsets.UTF_8)).hasSize(Items.BYTES);
    }
  }
}
