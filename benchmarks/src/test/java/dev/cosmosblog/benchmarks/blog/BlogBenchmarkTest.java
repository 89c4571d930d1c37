package dev.cosmosblog.benchmarks.blog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.benchmarks.testing.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BlogBenchmarkTest {
  /**
   * The numbers of so short a run say nothing; that they are there says that everything was seen.
   */
  @Test
  void aShortRunMeasuresEverything() throws IOException {
    Run run =
        Run.of(
            new BlogBenchmark(),
            "--seconds",
            "1",
            "--top-rate",
            "10",
            "--items",
            "200",
            "--commands",
            "20");
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();

    JsonNode result =
        new ObjectMapper().readTree(Path.of("target/results/blog-benchmark.json").toFile());
    assertThat(result.path("propagation"))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.path("pollMs").asLong()).isEqualTo(1_000);
              assertThat(row.path("probes").asInt()).isPositive();
              assertThat(row.path("q3P50Ms").asDouble()).isPositive();
              assertThat(row.path("q6P99Ms").asDouble()).isPositive();
            });
    JsonNode rename = result.path("rename");
    assertThat(rename.path("library").path("items").asInt())
        .as("comments and posts")
        .isEqualTo(203);
    assertThat(rename.path("library").path("requestsPerItem").asDouble()).isBetween(1.0, 2.0);
    assertThat(rename.path("bare").path("requestsPerItem").asDouble()).isEqualTo(1.0);
    assertThat(result.path("contention").path("writers").asInt()).isEqualTo(64);
    assertThat(result.path("contention").path("ofBareBatch").asDouble()).isPositive();
  }
}
