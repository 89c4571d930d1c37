package dev.cosmosblog.examples.console;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

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

  Optional<Option> option(String word) {
    return options.stream().filter(option -> word.equals("--" + option.name())).findFirst();
  }

  /**
   * Returns the usage text.
   *
   * @return how the program is called, then a line for each option
   */
  public String text() {
    String call =
        name
            + positionals.stream().map(given -> " " + given).collect(Collectors.joining())
            + options.stream()
                .map(option -> " [" + option.synopsis() + "]")
                .collect(Collectors.joining());
    String explained =
        options.stream()
            .map(option -> "%n      %-18s %s".formatted(option.synopsis(), option.meaning()))
            .collect(Collectors.joining());
    return "  %s%n      %s%s".formatted(call, purpose, explained);
  }

  /**
   * An option, given as {@code --name VALUE}, or as {@code --name} alone.
   *
   * @param name its name without the dashes
   * @param value a placeholder for the value in the usage text; empty if the option has none
   * @param meaning what the option does, with its default
   */
  public record Option(String name, String value, String meaning) {
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

    boolean hasValue() {
      return !value.isEmpty();
    }

    String synopsis() {
      return hasValue() ? "--" + name + " " + value : "--" + name;
    }
  }
}
