package dev.cosmoslocal.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
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
  private final Map<Option, List<String>> values = new EnumMap<>(Option.class);

  /**
   * Parses options such as {@code --option value} or {@code --option=value}.
   *
   * @throws IllegalArgumentException if an option is unknown, repeated or has no valid value
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
    String name = equals < 0 ? word : word.substring(0, equals);
    Option option =
        Option.of(name)
            .orElseThrow(() -> new IllegalArgumentException(name + ": unknown option; see --help"));
    if (option.label().isEmpty() && equals >= 0) {
      throw new IllegalArgumentException(name + ": the option has no value");
    }
    List<String> given = values.computeIfAbsent(option, absent -> new ArrayList<>());
    if (!given.isEmpty() && !option.mayBeRepeated()) {
      throw new IllegalArgumentException(name + ": the option is given twice");
    }
    if (option.label().isEmpty()) {
      given.add("");
      return;
    }
    if (equals < 0 && !rest.hasNext()) {
      throw new IllegalArgumentException(name + ": the value " + option.label() + " is missing");
    }
    String value = equals < 0 ? rest.next() : word.substring(equals + 1);
    option.check(value);
    given.add(value);
  }

  boolean has(Option option) {
    return values.containsKey(option);
  }

  List<String> all(Option option) {
    return values.getOrDefault(option, List.of());
  }

  Optional<String> text(Option option) {
    return all(option).stream().findFirst();
  }

  Optional<Path> path(Option option) {
    return text(option).map(Path::of);
  }

  OptionalInt number(Option option) {
    return all(option).stream().mapToInt(Integer::parseInt).findFirst();
  }
}
