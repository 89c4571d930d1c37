package dev.cosmosblog.benchmarks.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Run;
import dev.cosmosblog.testsupport.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Order(4)
class OverheadTest {
  @Test
  void itMeasuresEveryRequestInEachWay() throws IOException {
    Run run = Run.of(new Overhead(), "--rounds", "2", "--warm-up", "0", "--blocks", "1");
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.output()).contains("list the newest posts", "beside Azure Spring Data Cosmos");

    JsonNode result = new ObjectMapper().readTree(Path.of("target/results/overhead.json").toFile());
    JsonNode cells = result.path("cells");
    assertThat(cells).hasSize(BlogRequest.values().length);
    for (BlogRequest request : BlogRequest.values()) {
      JsonNode cell = cells.path(request.name());
      assertThat(cell.path("sdk").path("ms").asDouble()).as("%s ms", request).isPositive();
      assertThat(cell.path("store").path("ms").asDouble()).as("%s ms", request).isPositive();
      assertThat(cell.path("storeBytes").asLong()).as("%s bytes", request).isPositive();
      assertThat(cell.path("sdkBytes").asLong()).as("%s bytes", request).isPositive();
      assertThat(cell.path("springData").path("ms").asDouble()).isPositive();
      // Otherwise something else was compared.
      for (String figure : new String[] {"requests", "ru"}) {
        assertThat(cell.path("store").path(figure))
            .as("%s of %s", figure, request)
            .isEqualTo(cell.path("sdk").path(figure));
      }
    }
    assertThat(cells.path("Q3").path("springData").path("requests").asInt())
        .as("a query over all partitions")
        .isGreaterThanOrEqualTo(5);
  }

  @Test
  void withoutTheModuleOfSpringDataOneIsToldWhatMakesIt(@TempDir Path nothing) {
    assertThat(SpringData.missing(nothing))
        .hasValueSatisfying(why -> assertThat(why).contains("-Dexample=overhead"));
  }

  @Test
  void aProcessThatEndsIsNotWaitedFor() throws IOException {
    ProcessBuilder command = ChildProcess.java(getClass(), List.of("-Xmx16m", "--no-such-option"));
    try (Dialogue dialogue = Dialogue.start(command)) {
      assertThatThrownBy(dialogue::answer)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("--no-such-option");
    }
  }
}
