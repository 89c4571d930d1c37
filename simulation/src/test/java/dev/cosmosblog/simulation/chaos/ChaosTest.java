package dev.cosmosblog.simulation.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Run;
import dev.cosmosblog.simulation.chaos.ChaosFindings.Harm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
@Order(1)
class ChaosTest {
  @Test
  void aShortRunBreaksNothing() throws IOException {
    Run run =
        Run.of(
            new Chaos(),
            "--service-conditions",
            "--seconds",
            "8",
            "--seed",
            "4",
            "--partitions",
            "2",
            "--writers",
            "8",
            "--hosts",
            "2");
    assertThat(run.exitCode()).as(run.output() + run.errors()).isZero();

    JsonNode result = new ObjectMapper().readTree(Path.of("target/results/chaos.json").toFile());
    assertThat(result.path("seed").asInt()).isEqualTo(4);
    assertThat(result.path("hosts").asInt()).isEqualTo(2);
    assertThat(result.path("kills").asInt()).as("hosts that were killed").isPositive();
    assertThat(result.path("faults").path("429").asInt()).as("faults").isPositive();
    assertThat(result.path("looks").asInt()).as("looks while it happened").isPositive();
    assertThat(result.path("readMilliseconds").asDouble()).as("distance").isGreaterThan(2);
    // On a busy machine, replicas may have caught up before each of the few reads.
    assertThat(result.path("crossSessionReads").asInt()).isPositive();
    assertThat(result.path("laggingReads").isInt()).isTrue();
    assertThat(result.path("clients").asInt()).isEqualTo(ChaosSettings.CLIENTS);
    assertThat(result.path("heap").path(0).path("megabytes").asDouble()).isPositive();
    assertThat(result.path("drained").asBoolean()).isTrue();
    assertThat(result.path("acknowledged").asInt()).isPositive();
    assertThat(result.path("splits").path("posts").asText()).isEqualTo("[\"2\",\"3\",\"1\"]");
    assertThat(result.path("badItems").asInt()).isEqualTo(Saboteur.items().size());
    assertThat(result.path("deadLetters").asInt()).isEqualTo(Saboteur.items().size());
    for (Harm harm : Harm.values()) {
      assertThat(result.path(harm.counted()).asInt(-1)).as(harm.counted()).isZero();
    }
  }

  @Test
  void theClockSkewEqualsTheMaximumReplicaLag() {
    Duration first = ChaosSettings.clockOffset(0, 3);
    assertThat(ChaosSettings.clockOffset(2, 3).minus(first)).isEqualTo(ChaosSettings.SETTLE);
    assertThat(ChaosSettings.clockOffset(1, 3)).isZero();
    assertThat(ChaosSettings.clockOffset(0, 1)).isZero();
  }

  @Test
  void minutesAndSecondsExcludeEachOther() {
    Run run = Run.of(new Chaos(), "--minutes", "1", "--seconds", "60");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errors()).contains("Give --minutes or --seconds, not both");
  }

  @Test
  void thereAreTwoWritePaths() {
    Run run = Run.of(new Chaos(), "--write-path", "carrier pigeon");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errors())
        .contains("expected one of [BATCH, SCRIPTS] (case-insensitive) but was 'carrier pigeon'");
  }
}
