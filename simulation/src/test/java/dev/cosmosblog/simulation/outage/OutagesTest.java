package dev.cosmosblog.simulation.outage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class OutagesTest {
  @Test
  void aShortOutageIsOverSoon() throws IOException {
    Run run = Run.of(new Outages(), "--outages", "1", "--longest", "2");
    assertThat(run.exitCode()).as(run.output() + run.errors()).isZero();

    JsonNode outages = new ObjectMapper().readTree(Path.of("target/results/outages.json").toFile());
    assertThat(outages).hasSize(1);
    assertThat(outages.path(0).path("seconds").asInt()).isEqualTo(2);
    assertThat(outages.path(0).path("currentAfter").asDouble()).isPositive().isLessThan(30);
  }
}
