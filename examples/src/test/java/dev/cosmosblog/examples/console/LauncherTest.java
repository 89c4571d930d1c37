package dev.cosmosblog.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.examples.Examples;
import dev.cosmosblog.examples.console.Run.Capture;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LauncherTest {
  private final Capture output = new Capture();
  private final Capture errors = new Capture();

  private int run(List<? extends Example> programs, String... words) {
    return new Launcher(programs, output.screen(false), errors.stream()).launch(List.of(words));
  }

  @Test
  void anUnknownNameListsAllExamples() {
    assertThat(run(Examples.all(), "nope")).isEqualTo(2);
    assertThat(errors.text())
        .contains("There is no program 'nope'.")
        .contains("  quickstart ", "  import-ldbc ", "  tags ", "  search ");
  }

  @Test
  void badArgumentsAreNamedBeforeTheUsage() {
    assertThat(run(Examples.all(), "quickstart", "--users", "many")).isEqualTo(2);
    assertThat(errors.text())
        .startsWith(
            "quickstart: Invalid value for option '--users': 'many' is not a whole number from 1 to"
                + " 1000")
        .contains("Usage: quickstart [-h] ", "physical partitions")
        .doesNotContain("import-ldbc");
  }

  @Test
  void helpIsForOneProgramAndDoesNothingElse() {
    assertThat(run(List.of(new Answer(0), new Answer(7)), "answer-7", "--help")).isZero();
    assertThat(output.text()).contains("Usage: answer-7", "answers").doesNotContain("answer 7");
    assertThat(run(Examples.all(), "--help")).isZero();
    assertThat(output.text()).contains("  quickstart ", "  tags ");
    assertThat(errors.text()).isEmpty();
  }

  @Test
  void withoutANameTheFirstExampleRuns() {
    List<Answer> programs = List.of(new Answer(0), new Answer(7));
    assertThat(run(programs)).isZero();
    assertThat(run(programs, "answer-7")).isEqualTo(7);
    assertThat(output.text().lines()).containsExactly("answer 0", "answer 7");
  }

  @Test
  void aFailureIsOneLineAndOne() {
    assertThat(run(List.of(new Answer(-1)))).isEqualTo(1);
    assertThat(errors.text()).isEqualToNormalizingNewlines("answer--1: no answer\n");
  }

  private record Answer(int code) implements Example {
    @Override
    public Usage usage() {
      return new Usage("answer-" + code, "answers", List.of(), List.of());
    }

    @Override
    public int run(Arguments arguments, Screen screen) throws IOException {
      if (code < 0) {
        throw new IOException("no answer");
      }
      screen.line("answer " + code);
      return code;
    }
  }
}
