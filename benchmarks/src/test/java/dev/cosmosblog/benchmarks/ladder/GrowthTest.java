package dev.cosmosblog.benchmarks.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
@Order(3)
class GrowthTest {
  @Test
  void queriesOfAllPartitionsGrowAndTheLibraryDoesNot() throws IOException {
    Run run = Run.of(new Growth(), "--scale", "0.00002", "--rungs", "V2,library");
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    JsonNode result = new ObjectMapper().readTree(Path.of("target/results/growth.json").toFile());

    assertThat(result.path("byScale")).hasSize(3);
    assertThat(result.path("rows")).hasSize(39);
    assertThat(row(result, "Q3", "V2").path("growsWithPartitions").asBoolean()).isTrue();
    assertThat(row(result, "Q4", "V2").path("growsWithPartitions").asBoolean()).isFalse();
    List<JsonNode> ofLibrary =
        StreamSupport.stream(result.path("rows").spliterator(), false)
            .filter(row -> row.path("rung").asText().equals("library"))
            .toList();
    assertThat(ofLibrary).hasSize(LadderRequest.values().length + LibraryRequest.values().length);
    assertThat(ofLibrary).noneMatch(row -> row.path("growsWithPartitions").asBoolean());
    assertThat(ofLibrary)
        .filteredOn(row -> row.path("growsWithData").asBoolean())
        .as("counts of posts")
        .extracting(row -> row.path("request").asText())
        .containsExactly("ARCHIVE_MONTHS");
  }

  private static JsonNode row(JsonNode result, String request, String rung) {
    return StreamSupport.stream(result.path("rows").spliterator(), false)
        .filter(row -> row.path("request").asText().equals(request))
        .filter(row -> row.path("rung").asText().equals(rung))
        .findFirst()
        .orElseThrow();
  }
}
