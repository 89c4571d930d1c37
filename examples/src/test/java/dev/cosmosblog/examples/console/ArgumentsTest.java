package dev.cosmosblog.examples.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Usage.Option;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
  private static final Usage USAGE =
      new Usage(
          "copy",
          "copies",
          List.of("FROM"),
          List.of(new Option("threads", "N", "how many").in(new Range(1, 9, 2))));

  @Test
  void optionsMayStandBeforeAndBehindTheArguments() {
    Arguments arguments = Arguments.parse(USAGE, List.of("--threads", "3", "here"));
    assertThat(arguments.positional(0)).isEqualTo("here");
    assertThat(arguments.number("threads")).isEqualTo(3);
  }

  @Test
  void anOptionThatIsNotGivenHasItsDefault() {
    Arguments arguments = Arguments.parse(USAGE, List.of("here"));
    assertThat(arguments.option("threads")).isEmpty();
    assertThat(arguments.number("threads")).isEqualTo(2);
  }

  @Test
  void anOptionWithoutAValueLeavesTheNextWordAlone() {
    Option quiet = Option.flag("quiet", "says nothing");
    Usage usage = new Usage("copy", "copies", List.of("FROM"), List.of(quiet));
    Arguments arguments = Arguments.parse(usage, List.of("--quiet", "here"));
    assertThat(arguments.flag("quiet")).isTrue();
    assertThat(arguments.positional(0)).isEqualTo("here");
    assertThat(Arguments.parse(usage, List.of("here")).flag("quiet")).isFalse();
    assertThat(usage.text()).contains("[--quiet]");
  }

  @Test
  void whatMakesNoSenseIsNamed() {
    assertRefused("Missing required parameter: 'FROM'");
    assertRefused("Unmatched argument at index 1: 'there'", "here", "there");
    assertRefused("Unknown option: '--fast'", "here", "--fast");
    assertRefused("Missing required parameter for option '--threads' (N)", "here", "--threads");
    assertRefused(
        "option '--threads' (N) should be specified only once",
        "here",
        "--threads",
        "1",
        "--threads",
        "2");
  }

  @Test
  void aNumberOutOfRangeIsRefusedWithItsRange() {
    for (String value : List.of("0", "10", "x", "")) {
      assertRefused(
          "'" + value + "' is not a whole number from 1 to 9", "here", "--threads", value);
    }
  }

  private static void assertRefused(String message, String... words) {
    assertThatThrownBy(() -> Arguments.parse(USAGE, List.of(words)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }
}
