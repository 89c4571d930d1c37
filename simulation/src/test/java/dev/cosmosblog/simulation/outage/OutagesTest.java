package dev.cosmosblog.simulation.outage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.simulation.Simulations;
import dev.cosmosblog.testsupport.ChildProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class OutagesTest {
  /** In another process, because the program changes what the library logs. */
  @Test
  void aShortOutageIsOverSoon() throws Exception {
    Process run =
        ChildProcess.java(
                Simulations.class, List.of(), "outages", "--outages", "1", "--longest", "2")
            .redirectErrorStream(true)
            .start();
    String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(run.waitFor()).as(output).isZero();

    JsonNode outages = new ObjectMapper().readTree(Path.of("target/results/outages.json").toFile());
    assertThat(outages).hasSize(1);
    assertThat(outages.path(0).path("seconds").asInt()).isEqualTo(2);
    assertThat(outages.path(0).path("currentAfter").asDouble()).isPositive().isLessThan(30);
  }
}
