package dev.cosmosblog.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Run;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LadderBenchmarkTest {
  private static final Path RESULTS = Path.of("target/results");

  @Test
  void itMeasuresEveryRequestOnEveryRung() throws IOException {
    Run run =
        Run.of(new LadderBenchmark(), "--scale", "0.00003", "--partitions", "3", "--rounds", "2");
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.output())
        .contains("list the newest 100 posts", "RU, if usernames needn't be unique");

    JsonNode result = new ObjectMapper().readTree(RESULTS.resolve("ladder.json").toFile());
    assertThat(result.path("partitions").asInt()).isEqualTo(3);
    assertThat(result.path("dataset").path("users").asInt()).isEqualTo(3);
    JsonNode cells = result.path("cells");
    assertThat(names(cells))
        .containsExactly(
            "C1", "C1_EDIT", "Q1", "C2", "C2_EDIT", "Q2", "Q3", "C3", "Q4", "C4", "Q5", "Q6");
    assertThat(cells)
        .allSatisfy(
            row -> {
              assertThat(names(row)).containsExactly("V1", "V2", "V3", "library");
              assertThat(row)
                  .allSatisfy(
                      cell -> {
                        assertThat(names(cell))
                            .containsExactly("requests", "partitions", "itemsLoaded", "ru", "ms");
                        assertThat(cell.path("ru").asDouble()).isGreaterThanOrEqualTo(1);
                        assertThat(cell.path("ms").asDouble()).isPositive();
                      });
            });
    assertThat(cells.path("Q3").path("V2").path("partitions").asInt()).isEqualTo(3);
    assertThat(cells.path("Q3").path("library").path("partitions").asInt()).isEqualTo(1);
    String drawing = Files.readString(RESULTS.resolve("ladder.svg"));
    for (Color colour : LadderChart.COLOURS.subList(0, 4)) {
      assertThat(drawing.split(rgb(colour), -1)).as("bars of %s", colour).hasSizeGreaterThan(10);
    }
  }

  @Test
  void invalidArgumentsAreReported() {
    assertThat(Run.of(new LadderBenchmark(), "--scale", "2").errors())
        .contains("Invalid value for option '--scale': '2.0' is not a number from 0.00002 to 1");
    assertThat(Run.of(new LadderBenchmark(), "--rungs", "V1,V4").errors())
        .contains(
            "expected one of [V1, V2, V3, LIBRARY, BARE_SDK, sdk, SPRING_DATA, spring-data]"
                + " (case-insensitive) but was 'V4'");
    assertThat(Run.of(new LadderBenchmark(), "--data", "none").errors())
        .contains("expected one of [UNIFORM, AVERAGES] (case-insensitive) but was 'none'");
  }

  private static String rgb(Color colour) {
    return "fill:rgb\\(%d,%d,%d\\)".formatted(colour.getRed(), colour.getGreen(), colour.getBlue());
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
