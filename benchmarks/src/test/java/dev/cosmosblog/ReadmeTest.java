package dev.cosmosblog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.benchmarks.Benchmarks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The README's table of examples. {@code DocumentationTest} holds its code to tests. */
class ReadmeTest {
  @Test
  void theTableHasEveryExampleAndBenchmark() throws IOException {
    String readme = Files.readString(Path.of("../README.md"));

    assertThat(Benchmarks.all())
        .isNotEmpty()
        .allSatisfy(program -> assertThat(readme).contains("| `" + program.usage().name()));
  }
}
