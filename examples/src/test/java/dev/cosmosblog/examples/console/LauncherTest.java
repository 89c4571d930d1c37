package dev.cosmosblog.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.examples.Examples;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class LauncherTest {
  @ParameterizedTest
  @ValueSource(strings = {"nope", "--nope"})
  void anUnknownNameListsAllPrograms(String name) {
    Run run = Run.of(Examples.all(), name);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errors())
        .contains(
            "There is no program '" + name + "'", "  quickstart ", "  import-ldbc ", "  search ");
  }

  @Test
  void aSimilarNameIsSuggested() {
    assertThat(Run.of(Examples.all(), "quickstrat").errors())
        .startsWith("programs: There is no program 'quickstrat'; did you mean quickstart");
  }

  @Test
  void aMissingNameListsAllPrograms() {
    Run run = Run.of(Examples.all());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errors())
        .contains("Give the name of a program", "  quickstart ", "  import-ldbc ", "  search ");
  }

  @Test
  void invalidOptionsAreNamedBeforeTheUsage() {
    Run run = Run.of(Examples.all(), "quickstart", "--users", "many");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith("quickstart: Invalid value for option '--users': 'many' is not an int")
        .contains("Usage: programs quickstart [-h] ", "physical partitions")
        .doesNotContain("full-text");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          copy | Missing required parameter: 'FROM'
          copy here there | Unmatched argument at index 2: 'there'
          copy here --fast | Unknown option: '--fast'
          copy here --thread=1 | Unknown option: '--thread=1'; did you mean --threads?
          copy here --threads | Missing required parameter for option '--threads' (<threads>)
          copy here --threads 1 --threads 2 | option '--threads' (<threads>) should be specified only once
          copy here --threads 0 | Invalid value for option '--threads': '0' is not a number from 1 to 9
          copy here --threads 10 | Invalid value for option '--threads': '10' is not a number from 1 to 9
          copy here --shares 1,0.5,0.0 | Invalid value for option '--shares': '0.0' is not a number from 0.00002 to 1
          """)
  void anInvalidOptionIsNamedWithItsValueAndWhatIsValid(String words, String message) {
    Run run = Run.of(List.of(new Copy()), words.split(" "));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.errors()).startsWith("copy: " + message);
    assertThat(run.output()).isEmpty();
  }

  @Test
  void optionsMayStandBeforeAndBehindTheArguments() {
    assertThat(Run.of(new Copy(), "--threads", "3", "--quiet", "here").output()).contains("here 3");
    assertThat(Run.of(new Copy(), "here", "--shares", "1").output()).contains("here 2");
  }

  @Test
  void helpShowsTheOptionsOfOneProgramAndRunsNothing() {
    Run one = Run.of(Examples.all(), "search", "--help");
    assertThat(one.exitCode()).isZero();
    assertThat(one.output()).contains("Usage: programs search", "--words", "partition key");
    Run all = Run.of(Examples.all(), "--help");
    assertThat(all.exitCode()).isZero();
    assertThat(all.output()).contains("  quickstart ", "  import-ldbc ", "  search ");
    assertThat(one.errors() + all.errors()).isEmpty();
  }

  @Test
  void aProgramThatReportsAFailureExitsWithOne() {
    assertThat(Run.of(new Copy(), "here").exitCode()).isZero();
    assertThat(Run.of(new Copy(), "nowhere").exitCode()).isEqualTo(1);
  }

  @Test
  void failuresOfRequestsAndFilesAreOneLine() {
    Run run = Run.of(new Copy(), "broken");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.errors()).isEqualToNormalizingNewlines("copy: no response\n");
  }

  @Command(name = "copy", description = "copies")
  private static final class Copy implements Program {
    @Parameters(paramLabel = "FROM")
    private String from = "";

    @Option(names = "--threads")
    @Range(max = 9)
    private int threads = 2;

    @Option(names = "--shares", split = ",")
    @Range(min = 0.00002, max = 1)
    private List<Double> shares = List.of();

    @Option(names = "--quiet")
    private boolean quiet;

    @Override
    public boolean run(Screen screen) throws IOException {
      if (from.equals("broken")) {
        throw new IOException("no response");
      }
      screen.line(from + " " + threads + shares + quiet);
      return from.equals("here");
    }
  }
}
