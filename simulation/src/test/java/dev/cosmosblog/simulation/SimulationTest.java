package dev.cosmosblog.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Run;
import dev.cosmosblog.simulation.Invariants.Violated;
import dev.cosmosblog.simulation.Simulation.Result;
import dev.cosmosblog.testsupport.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
@Order(2)
class SimulationTest {
  @Test
  void fiveThousandSchedulesBreakNoInvariant() throws IOException {
    Run run = Run.of(new Simulate(), "--schedules", "5000", "--shrink", "20");

    assertThat(run.exitCode()).as(run.output() + run.errors()).isZero();
    JsonNode result = new ObjectMapper().readTree(Path.of("target/results/simulate.json").toFile());
    assertThat(result.path("schedules").asInt()).isEqualTo(5_000);
    assertThat(result.path("violations")).isEmpty();
    JsonNode coverage = result.path("coverage");
    assertThat(names(coverage.path("faults")))
        .contains(
            "answer 408",
            "answer 410",
            "answer 429",
            "answer 449",
            "answer 503",
            "answer lost after the commit",
            "crash",
            "error",
            "error before the request",
            "error in a view",
            "edited indexing policy provisioned",
            "expiry refused",
            "host closed",
            "index not built",
            "index removed",
            "indexing policy edited",
            "lagging replica",
            "lease taken from another host",
            "other settings refused",
            "pause 600 s",
            "provisioning",
            "rebuild",
            "rebuild of the front page",
            "repair",
            "request lost",
            "schema request refused",
            "schema response lost",
            "settings changed",
            "store closed",
            "upgrade",
            "view outage",
            "view throws");
    assertThat(names(coverage.path("steps")))
        .contains(
            "batch of several reactions: 200",
            "batch of several reactions: 404",
            "batch of several reactions: 409",
            "batch of several reactions: 412")
        .contains("view posts", "view users", "items of the article")
        .contains(
            Stream.of(
                    "removed property",
                    "property of an entry",
                    "setting",
                    "note of type schedule",
                    "note of type rename",
                    "status",
                    "date",
                    "ttl",
                    "null",
                    "string",
                    "number",
                    "boolean",
                    "array",
                    "object")
                .map("patch of another program: "::concat)
                .toArray(String[]::new))
        .contains("read many users", "read many posts")
        .contains("batch posts", "write users", "write feed", "query posts", "read changes users");
    assertThat(names(coverage.path("interleavings")))
        .contains("writer batch posts | host write posts", "host write feed | host write feed");
  }

  private static List<String> names(JsonNode counts) {
    List<String> names = new ArrayList<>();
    counts.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void aSeedReplaysExactlyInAnotherProcess() throws IOException {
    Process process =
        ChildProcess.java(Simulations.class, List.of(), "simulate", "--story", "11")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(told.lines().toList())
        .hasSizeGreaterThan(50)
        .isEqualTo(Run.of(new Simulate(), "--story", "11").lines());
  }

  @Test
  void theDecisionsOfAScheduleReplayItStepByStep() {
    for (long seed = 1; seed <= 20; seed++) {
      Result first = Simulation.of(seed);
      Result again = Simulation.replay(first.decisions());
      assertThat(again.steps()).as("seed " + seed).isEqualTo(first.steps());
      assertThat(again.decisions()).isEqualTo(first.decisions());
    }
  }

  @Test
  void aViolationIsShrunkToFewDecisions() {
    Result failing = planted(Simulation.of(firstWithACrash()).decisions());

    Result shrunk = Shrinker.shrink(failing, SimulationTest::planted, Duration.ofSeconds(10));

    assertThat(shrunk.violation().invariant()).isEqualTo("planted");
    assertThat(weight(shrunk)).isLessThan(weight(failing) / 2);
    assertThat(shrunk.story()).anyMatch(line -> line.endsWith("dies"));
  }

  private static long firstWithACrash() {
    return LongStream.iterate(1, seed -> seed + 1)
        .filter(seed -> died(Simulation.of(seed)))
        .findFirst()
        .orElseThrow();
  }

  private static boolean died(Result result) {
    return result.coverage().all().get("faults").containsKey("crash");
  }

  /** Takes the death of a process for a violation. */
  private static Result planted(int[] decisions) {
    Result result = Simulation.replay(decisions);
    Violated violation = died(result) ? new Violated("planted", "A process died.") : null;
    return new Result(
        result.steps(), violation, result.decisions(), result.coverage(), result.story());
  }

  private static long weight(Result result) {
    return Arrays.stream(result.decisions()).filter(decision -> decision != 0).count();
  }
}
