package dev.cosmosblog.benchmarks.blog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.benchmarks.testing.Run;
import org.junit.jupiter.api.Test;

class BlogBenchmarkTest {
  @Test
  void copiesFollowALowRate() {
    Run run =
        Run.of(
            new BlogBenchmark(),
            "--distances 0 --seconds 2 --rate 20 --posts 100 --users 100".split(" "));
    assertThat(run.errors()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.output()).contains("the copy beside the author");
  }
}
