package dev.cosmosblog.examples.console;

import dev.cosmosblog.examples.console.Arguments.Range;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * The arguments and options of a program.
 *
 * @param name the program's name
 * @param purpose what it does, in one line
 * @param positionals the required arguments, in their order
 * @param options the optional arguments
 */
public record Usage(String name, String purpose, List<String> positionals, List<Option> options) {
  /** Copies the lists. */
  public Usage {
    positionals = List.copyOf(positionals);
    options = List.copyOf(options);
  }

  /**
   * A program without required arguments.
   *
   * @param name its name
   * @param purpose what it does, in one line
   * @param options its options
   * @return the usage
   */
  public static Usage of(String name, String purpose, Option... options) {
    return new Usage(name, purpose, List.of(), List.of(options));
  }

  CommandLine command() {
    CommandSpec spec = CommandSpec.create().name(name);
    // Texts are plain: a percent sign is one.
    spec.usageMessage().description(purpose.replace("%", "%%")).width(100);
    positionals.forEach(
        label ->
            spec.addPositional(
                PositionalParamSpec.builder().paramLabel(label).required(true).build()));
    options.forEach(option -> spec.addOption(option.spec()));
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("shows this").build());
    return new CommandLine(spec).setExpandAtFiles(false);
  }

  Range range(String option) {
    return options.stream()
        .filter(each -> each.name().equals(option))
        .map(Option::values)
        .map(Range.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Returns the usage text.
   *
   * @return how the program is called, then a line for each option
   */
  public String text() {
    return command().getUsageMessage(Ansi.OFF);
  }

  /**
   * An option, given as {@code --name VALUE}, or as {@code --name} alone.
   *
   * @param name its name without the dashes
   * @param value a placeholder for the value in the usage text; empty if the option has none
   * @param meaning what the option does, with its default
   * @param values the valid values, if not any text is one
   * @param repeatable whether it may be given several times, each time with a text
   */
  public record Option(
      String name,
      String value,
      String meaning,
      @Nullable ITypeConverter<?> values,
      boolean repeatable) {
    /**
     * An option whose value is a text.
     *
     * @param name its name without the dashes
     * @param value a placeholder for the value
     * @param meaning what the option does, with its default
     */
    public Option(String name, String value, String meaning) {
      this(name, value, meaning, null, false);
    }

    /**
     * An option without a value.
     *
     * @param name its name without the dashes
     * @param meaning what it does
     * @return the option
     */
    public static Option flag(String name, String meaning) {
      return new Option(name, "", meaning);
    }

    /**
     * The same option for a whole number.
     *
     * @param numbers the valid ones, checked before the program runs
     * @return the option
     */
    public Option in(Range numbers) {
      return new Option(name, value, meaning, numbers, false);
    }

    /**
     * The same option for one of the words that its placeholder names, as in {@code one|other}.
     *
     * @return the option
     */
    public Option oneOf() {
      return new Option(
          name, value, meaning, word -> oneOf(word, List.of(value.split("\\|"))), false);
    }

    /**
     * The same option, which may be given several times.
     *
     * @return the option
     */
    public Option repeated() {
      return new Option(name, value, meaning, values, true);
    }

    private static String oneOf(String word, List<String> words) {
      if (words.contains(word)) {
        return word;
      }
      throw new TypeConversionException(
          "'%s' is not one of %s".formatted(word, String.join(", ", words)));
    }

    OptionSpec spec() {
      OptionSpec.Builder spec =
          OptionSpec.builder("--" + name).description(meaning.replace("%", "%%"));
      if (value.isEmpty()) {
        return spec.type(boolean.class).build();
      }
      spec.paramLabel(value);
      if (repeatable) {
        return spec.type(List.class).auxiliaryTypes(String.class).arity("1").build();
      }
      spec.type(String.class);
      return values == null ? spec.build() : spec.converters(values).build();
    }
  }
}
