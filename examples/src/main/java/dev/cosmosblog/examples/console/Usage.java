package dev.cosmosblog.examples.console;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How an example is called.
 *
 * @param name its name
 * @param purpose what it does, in one line
 * @param positionals the arguments that must be given, by their place
 * @param options the arguments that may be given, by their name
 */
public record Usage(String name, String purpose, List<String> positionals, List<Option> options) {
  /** Copies the lists. */
  public Usage {
    positionals = List.copyOf(positionals);
    options = List.copyOf(options);
  }

  Optional<Option> option(String word) {
    return options.stream().filter(option -> word.equals("--" + option.name())).findFirst();
  }

  /**
   * The usage text: how it is called, and a line for each option.
   *
   * @return the lines
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
}
