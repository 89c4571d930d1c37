package dev.cosmosblog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Run.Capture;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarksTest {
  @Test
  void anUnknownNameListsThePrograms() {
    Capture output = new Capture();
    Capture errors = new Capture();
    int code =
        new Launcher(Benchmarks.all(), output.screen(false), errors.stream())
            .launch(List.of("nope"));
    assertThat(code).isEqualTo(Example.MISUSED);
    assertThat(errors.text()).contains("There is no program 'nope'.");
    assertThat(Benchmarks.all())
        .extracting(Example::usage)
        .allSatisfy(
            usage -> assertThat(errors.text()).contains("  " + usage.name(), usage.purpose()));
  }

  @Test
  void noTwoProgramsHaveOneName() {
    assertThat(Benchmarks.all())
        .extracting((Example program) -> program.usage().name())
        .doesNotHaveDuplicates();
  }
}
