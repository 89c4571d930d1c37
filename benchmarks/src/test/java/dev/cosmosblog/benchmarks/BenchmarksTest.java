package dev.cosmosblog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.examples.console.Run;
import org.junit.jupiter.api.Test;

class BenchmarksTest {
  @Test
  void anUnknownNameListsThePrograms() {
    Run run = Run.of(Benchmarks.all(), "nope");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errors())
        .contains("There is no program 'nope'")
        .contains("  ladder ", "  growth ", "  blog-benchmark ", "  soak ", "  local-benchmark ");
  }
}
