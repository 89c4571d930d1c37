package dev.cosmosblog.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Order(4)
class SpringDataRungTest {
  @Test
  void theLibraryIsComparedWithTheSdkAndSpringData() throws IOException {
    Assumptions.assumeTrue(
        SpringDataRung.missing(SpringDataRung.target()).isEmpty(), "benchmarks/spring-data");
    Run run =
        Run.of(
            new LadderBenchmark(),
            "--rungs",
            "library,sdk,spring-data",
            "--scale",
            "0.00002",
            "--partitions",
            "5",
            "--rounds",
            "25",
            "--warm-up",
            "0");
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.output()).contains("kB that the client allocates", "time, library / SDK");

    JsonNode cells =
        new ObjectMapper().readTree(Path.of("target/results/ladder.json").toFile()).path("cells");
    assertThat(cells).hasSize(LadderRequest.values().length);
    for (JsonNode cell : cells) {
      assertThat(cell.path("sdk").path("bytes").asLong()).as("bytes").isPositive();
      assertThat(cell.path("library").path("bytes").asLong()).as("bytes").isPositive();
      assertThat(cell.path("spring-data").path("ms").asDouble()).as("ms").isPositive();
    }
    assertThat(cells.path("Q3").path("spring-data").path("requests").asInt())
        .as("a query of all partitions")
        .isGreaterThanOrEqualTo(5);
  }

  @Test
  void aMissingModuleIsReportedWithTheCommandThatCompilesIt(@TempDir Path nothing) {
    assertThat(SpringDataRung.missing(nothing))
        .hasValueSatisfying(
            why -> assertThat(why).contains("mvn -pl benchmarks/spring-data compile"));
  }
}
