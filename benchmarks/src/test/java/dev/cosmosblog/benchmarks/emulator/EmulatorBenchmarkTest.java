package dev.cosmosblog.benchmarks.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.benchmarks.emulator.Comparison.Measured;
import dev.cosmosblog.benchmarks.emulator.EmulatorReport.EmulatorResult;
import dev.cosmosblog.benchmarks.emulator.EmulatorReport.Goal;
import dev.cosmosblog.benchmarks.emulator.EmulatorRuns.EmulatorRun;
import dev.cosmosblog.examples.console.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class EmulatorBenchmarkTest {
  /**
   * The numbers of so short a run say nothing; that they are there says that every call was
   * answered.
   */
  @Test
  void aShortRunMeasuresEveryCall() throws IOException {
    Run run =
        Run.of(
            new EmulatorBenchmark(),
            List.of(
                    "--calls",
                    "4",
                    "--runs",
                    "1",
                    "--starts",
                    "1",
                    "--warm-up",
                    "0",
                    "--items",
                    "100",
                    "--measured-items",
                    "100",
                    "--tls",
                    "--other",
                    "none")
                .toArray(String[]::new));
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.output()).contains("@vercel/cosmosdb-server is left out: not in none");

    JsonNode result =
        new ObjectMapper().readTree(Path.of("target/results/local-benchmark.json").toFile());
    assertThat(result.path("other").asText()).startsWith("left out");
    assertThat(result.path("start").path("processMs").asDouble()).isPositive();
    assertThat(result.path("calls")).as(run.output()).hasSize(36);
    assertThat(result.path("calls"))
        .allSatisfy(
            call -> {
              assertThat(call.path("server").asText())
                  .isIn("cosmos-local", "cosmos-local, TLS", "cosmos-local, direct");
              assertThat(call.path("callsPerSecond").asDouble()).isPositive();
              assertThat(call.path("p99Ms").asDouble())
                  .isGreaterThanOrEqualTo(call.path("p50Ms").asDouble());
            });
    assertThat(result.path("memory")).hasSize(2);
    assertThat(result.path("durable")).hasSize(6);
    assertThat(result.path("durable"))
        .allSatisfy(row -> assertThat(row.path("perSecond").asDouble()).isPositive());
    assertThat(result.path("snapshots")).hasSize(2);
    assertThat(result.path("snapshots"))
        .allSatisfy(
            row -> {
              assertThat(row.path("items").asInt()).isEqualTo(100);
              assertThat(row.path("singleMs").asDouble()).isPositive();
              assertThat(row.path("restoreMs").asDouble()).isPositive();
            });
    assertThat(result.path("large").path("items").asInt()).isEqualTo(100);
    assertThat(result.path("goals")).isNotEmpty();
  }

  @Test
  void aServerIsSteadyWhenItsCallsGetNoCheaper() {
    WarmUp.Steadiness server = new WarmUp.Steadiness();
    for (int cost : new int[] {100, 80, 79, 78, 60, 59, 61, 60, 90}) {
      server.slice(usage(cost, 0));
      assertThat(server.reached()).as("after %s", cost).isFalse();
    }
    server.slice(usage(58, 0));
    assertThat(server.reached()).isTrue();
    server.slice(usage(60, 10));
    assertThat(server.reached()).as("while it compiles").isFalse();
  }

  private static ServerUsage.Reading usage(int millis, int compiling) {
    return new ServerUsage.Reading(
        Duration.ofMillis(millis), Duration.ZERO, Duration.ofMillis(compiling), 0);
  }

  @Test
  void aSpreadHasTheLeastTheMiddleAndTheMostOfTheRuns() {
    assertThat(Spread.of(List.of(0.5, 0.41, 0.44)).text("%.2f")).isEqualTo("0.41 0.44 0.50");
    assertThat(Spread.of(List.of(0.5, 0.41)).middle()).isEqualTo(0.5);
    assertThat(Spread.of(List.of(3.0)).text("%.0f")).isEqualTo("3");
  }

  /** The worst run decides. */
  @Test
  void aBoundIsMetIfItHoldsInEveryRun() {
    List<EmulatorRun> runs = new ArrayList<>();
    for (double ours : new double[] {420, 452, 552}) {
      int run = runs.size() + 1;
      runs.add(
          new EmulatorRun(
              List.of(
                  measured(run, "cosmos-local", "read", ours),
                  measured(run, "cosmos-local", "write", ours - 8),
                  measured(run, "vercel", "read", 400),
                  measured(run, "vercel", "write", 400)),
              Map.of()));
    }
    EmulatorResult result =
        new EmulatorResult(2, "other", null, runs, List.of(), List.of(), List.of(), null);
    assertThat(result.goals())
        .extracting(Goal::measured, Goal::met)
        .containsExactly(tuple("1.05 1.13 1.38 times", true), tuple("1.03 1.11 1.36 times", false));
  }

  private static Measured measured(int run, String server, String call, double callsPerSecond) {
    return new Measured(run, server, call, 1, 9, callsPerSecond, 1, 1, 1, 0, 0, 0);
  }

  @Test
  void theUsageOfAProcessGrowsWithWhatItDoes() {
    ServerUsage usage = new ServerUsage(ProcessHandle.current());
    ServerUsage.Reading before = usage.read();
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (usage.read().minus(before).processor().isZero() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(usage.read().minus(before).processor()).isPositive();
    if (Files.isDirectory(Path.of("/proc/self/task"))) {
      ServerUsage.Reading sinceStart = usage.read();
      assertThat(sinceStart.kernel()).isPositive().isLessThan(sinceStart.processor());
      assertThat(sinceStart.compiling()).isPositive();
      assertThat(sinceStart.wakeUps()).isPositive();
      assertThat(usage.residentMiB()).isGreaterThan(10);
    }
  }

  @Test
  void anItemHasThreeHundredBytes() {
    for (int number : new int[] {0, 7, 12_345, 999_999}) {
      String item = SmallItems.of("item-" + number, "p-" + number / 20, number).toString();
      assertThat(item.getBytes(StandardCharsets.UTF_8)).hasSize(SmallItems.BYTES);
    }
  }
}
