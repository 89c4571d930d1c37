package dev.cosmosblog.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

@Order(3)
class GrowthTest {
  @Test
  void itTellsFanOutsFromTheRestAndOursNeverGrow() throws IOException {
    Run run =
        Run.of(new Growth(), "--scale", "0.00004", "--rungs", "V2,ours", "--like-seconds", "1");
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    JsonNode result = new ObjectMapper().readTree(Path.of("target/results/growth.json").toFile());

    assertThat(result.path("byScale")).hasSize(3);
    assertThat(result.path("rows")).hasSize(20);
    assertThat(row(result, "Q3", "V2").path("growsWithPartitions").asBoolean()).isTrue();
    assertThat(row(result, "Q4", "V2").path("growsWithPartitions").asBoolean()).isFalse();
    assertThat(result.path("rows"))
        .filteredOn(row -> row.path("rung").asText().equals("ours"))
        .hasSize(10)
        .allSatisfy(
            row -> {
              assertThat(row.path("growsWithData").asBoolean()).as("%s", row).isFalse();
              assertThat(row.path("growsWithPartitions").asBoolean()).as("%s", row).isFalse();
            });
    ourFrontPageCostsLessToKeepAtEachRateAndIsRightInTheEnd(result.path("feedUpkeep"));
  }

  private static void ourFrontPageCostsLessToKeepAtEachRateAndIsRightInTheEnd(JsonNode upkeep) {
    for (int rate : FrontPageUpkeep.RATES) {
      assertThat(ruForALike(upkeep, "ours", rate))
          .as("RU of our front page for a like at %d/s, and of the article's", rate)
          .isPositive()
          .isLessThan(ruForALike(upkeep, "V3", rate));
    }
    assertThat(upkeep)
        .as("counts of the front page")
        .allMatch(row -> row.path("stale").asInt() == 0);
  }

  private static double ruForALike(JsonNode upkeep, String rung, int rate) {
    JsonNode row =
        StreamSupport.stream(upkeep.spliterator(), false)
            .filter(each -> each.path("rung").asText().equals(rung))
            .filter(each -> each.path("likesPerSecondAsked").asInt() == rate)
            .findFirst()
            .orElseThrow();
    assertThat(row.path("likesPerSecond").asDouble()).as("likes a second").isPositive();
    return row.path("ruPerSecond").asDouble() / row.path("likesPerSecond").asDouble();
  }

  private static JsonNode row(JsonNode result, String request, String rung) {
    return StreamSupport.stream(result.path("rows").spliterator(), false)
        .filter(row -> row.path("request").asText().equals(request))
        .filter(row -> row.path("rung").asText().equals(rung))
        .findFirst()
        .orElseThrow();
  }
}
