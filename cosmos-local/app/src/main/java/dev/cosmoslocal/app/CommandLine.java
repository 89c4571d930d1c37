package dev.cosmoslocal.app;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Parses the command line. It uses no library because picocli takes 0.12 s of processor time at
 * startup, even without annotations and with a class-data archive.
 */
final class CommandLine {
  private static final Map<String, String> SHORT = Map.of("-h", "--help", "-V", "--version");

  private final Map<String, String> values = new HashMap<>();

  /**
   * Parses options such as {@code --option value} or {@code --option=value}.
   *
   * @throws IllegalArgumentException if an option is unknown, repeated or has no value
   */
  static CommandLine of(List<String> words) {
    CommandLine commandLine = new CommandLine();
    Iterator<String> rest = words.iterator();
    while (rest.hasNext()) {
      commandLine.add(rest.next(), rest);
    }
    return commandLine;
  }

  private void add(String word, Iterator<String> rest) {
    int equals = word.startsWith("--") ? word.indexOf('=') : -1;
    String name = equals < 0 ? SHORT.getOrDefault(word, word) : word.substring(0, equals);
    Option option =
        Option.all().stream()
            .filter(known -> name.equals("--" + known.name()))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(name + ": unknown option; see --help"));
    String value;
    if (option.label().isEmpty()) {
      if (equals >= 0) {
        throw new IllegalArgumentException(name + ": the option has no value");
      }
      value = "true";
    } else if (equals >= 0) {
      value = word.substring(equals + 1);
    } else if (rest.hasNext()) {
      value = rest.next();
    } else {
      throw new IllegalArgumentException(name + ": the value " + option.label() + " is missing");
    }
    if (values.put(option.name(), value) != null) {
      throw new IllegalArgumentException(name + ": the option is given twice");
    }
  }

  boolean has(Option option) {
    return values.containsKey(option.name());
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(values.get(name));
  }

  Optional<Path> path(Option option) {
    return text(option.name()).map(Path::of);
  }

  /**
   * Returns the value of an option as a number.
   *
   * @throws IllegalArgumentException if it is not a whole number from 0 to the maximum
   */
  OptionalInt number(Option option, int most) {
    Optional<String> value = text(option.name());
    if (value.isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      int number = Integer.parseInt(value.get());
      if (number >= 0 && number <= most) {
        return OptionalInt.of(number);
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "--%s: '%s' is not a whole number from 0 to %d"
            .formatted(option.name(), value.get(), most));
  }
}
