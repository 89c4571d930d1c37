package dev.cosmosblog.examples.console;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A command line, checked against a {@link Usage}. */
public final class Arguments {
  private final List<String> positionals;
  private final Map<String, String> options;

  private Arguments(List<String> positionals, Map<String, String> options) {
    this.positionals = List.copyOf(positionals);
    this.options = Map.copyOf(options);
  }

  /**
   * Parses a command line.
   *
   * @param usage the arguments and options that the program has
   * @param words the words after the program's name
   * @return the arguments
   * @throws UsageException if an option is unknown, lacks its value or is given twice, or if there
   *     are too few or too many arguments
   */
  public static Arguments parse(Usage usage, List<String> words) {
    List<String> positionals = new ArrayList<>();
    Map<String, String> options = new HashMap<>();
    for (Iterator<String> rest = words.iterator(); rest.hasNext(); ) {
      String word = rest.next();
      if (!word.startsWith("--")) {
        positionals.add(word);
        continue;
      }
      Usage.Option option =
          usage.option(word).orElseThrow(() -> new UsageException("There is no option " + word));
      if (option.hasValue() && !rest.hasNext()) {
        throw new UsageException("The option " + word + " needs a value: " + option.synopsis());
      }
      String value = option.hasValue() ? rest.next() : "";
      if (options.put(option.name(), value) != null) {
        throw new UsageException("The option " + word + " is given twice");
      }
    }
    checkCount(usage, positionals);
    return new Arguments(positionals, options);
  }

  private static void checkCount(Usage usage, List<String> positionals) {
    int wanted = usage.positionals().size();
    if (positionals.size() > wanted) {
      throw new UsageException("What is '" + positionals.get(wanted) + "'?");
    }
    if (positionals.size() < wanted) {
      throw new UsageException("Give " + usage.positionals().get(positionals.size()));
    }
  }

  /**
   * Returns a required argument.
   *
   * @param place its position, from 0
   * @return the argument
   */
  public String positional(int place) {
    return positionals.get(place);
  }

  /**
   * Returns the value of an option.
   *
   * @param name its name without the dashes
   * @return its value, or empty if it is not given
   */
  public Optional<String> option(String name) {
    return Optional.ofNullable(options.get(name));
  }

  /**
   * Returns whether an option without a value is given.
   *
   * @param name its name without the dashes
   * @return true if it is given
   */
  public boolean flag(String name) {
    return options.containsKey(name);
  }

  /**
   * Returns the value of an option that is a whole number.
   *
   * @param name its name without the dashes
   * @param range the valid numbers, and the default
   * @return its value
   * @throws UsageException if it is no whole number, or out of range
   */
  public int number(String name, Range range) {
    Optional<String> given = option(name);
    if (given.isEmpty()) {
      return range.byDefault();
    }
    try {
      int value = Integer.parseInt(given.get());
      if (value >= range.min() && value <= range.max()) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the range.
    }
    throw new UsageException(
        "--%s is '%s'; give a whole number from %d to %d"
            .formatted(name, given.get(), range.min(), range.max()));
  }

  /**
   * The valid numbers of an option.
   *
   * @param min the smallest
   * @param max the largest
   * @param byDefault the number if the option is not given
   */
  public record Range(int min, int max, int byDefault) {}
}
