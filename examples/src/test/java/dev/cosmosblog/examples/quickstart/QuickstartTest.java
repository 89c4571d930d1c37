package dev.cosmosblog.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class QuickstartTest {
  @Test
  void measuresTheTenRequestsAndEndsInSync() throws IOException {
    Run run = Run.of(new Quickstart(), "--users", "2", "--seed", "3");
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.output())
        .contains(
            "renamed 'Writer",
            "published: true",
            "♥ ",
            "[first, cosmos-db]",
            "copies and counts equal their sources");

    JsonNode result =
        new ObjectMapper().readTree(Path.of("target/results/quickstart.json").toFile());
    assertThat(result.path("copiesInSync").asBoolean()).isTrue();
    assertThat(result.path("users").asInt()).isEqualTo(2);
    assertThat(result.path("posts").asInt()).isBetween(10, 100);
    assertThat(result.path("seconds").asDouble()).isPositive();
    assertThat(requestsSent(result))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "C1", 2, "Q1", 1, "C2", 2, "Q2", 1, "Q3", 1, //
                "C3", 2, "Q4", 1, "C4", 2, "Q5", 1, "Q6", 1));
    assertThat(result.path("requests"))
        .allSatisfy(
            request -> {
              int sent = request.path("requestsSent").asInt();
              assertThat(request.path("partitions").asInt()).isBetween(1, sent);
              assertThat(request.path("ru").asDouble()).isPositive();
              assertThat(request.path("ms").asDouble()).isPositive();
            });
  }

  @Test
  void copiesAreInSyncUnderServiceConditions() throws Exception {
    Run run =
        Run.of(new Quickstart(), "--users", "1", "--partitions", "1", "--service-conditions", "5");
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.output()).contains("copies and counts equal their sources");
  }

  private static Map<String, Integer> requestsSent(JsonNode result) {
    Map<String, Integer> sent = new HashMap<>();
    result
        .path("requests")
        .forEach(
            request -> sent.put(request.path("id").asText(), request.path("requestsSent").asInt()));
    return sent;
  }
}
