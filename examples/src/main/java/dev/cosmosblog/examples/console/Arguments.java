package dev.cosmosblog.examples.console;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/** A command line, checked against a {@link Usage}. */
public final class Arguments {
  private final Usage usage;
  private final ParseResult parsed;

  private Arguments(Usage usage, ParseResult parsed) {
    this.usage = usage;
    this.parsed = parsed;
  }

  /**
   * Parses a command line.
   *
   * @param usage the arguments and options that the program has
   * @param words the words after the program's name
   * @return the arguments
   * @throws UsageException if an option is unknown, lacks its value, has an invalid one or is given
   *     twice, or if there are too few or too many arguments
   */
  public static Arguments parse(Usage usage, List<String> words) {
    try {
      return new Arguments(usage, usage.command().parseArgs(words.toArray(String[]::new)));
    } catch (ParameterException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  /** {@return whether the usage is asked for, and nothing is to be done} */
  boolean help() {
    return parsed.isUsageHelpRequested();
  }

  /**
   * Returns a required argument.
   *
   * @param place its position, from 0
   * @return the argument
   */
  public String positional(int place) {
    return parsed.matchedPositionalValue(place, "");
  }

  /**
   * Returns the value of an option.
   *
   * @param name its name without the dashes
   * @return its value, or empty if it is not given
   */
  public Optional<String> option(String name) {
    return Optional.ofNullable(parsed.matchedOption(name))
        .map(option -> option.originalStringValues().get(0));
  }

  /**
   * Returns the values of an option that may be given several times.
   *
   * @param name its name without the dashes
   * @return its values in their order
   */
  public List<String> options(String name) {
    return parsed.hasMatchedOption(name)
        ? List.copyOf(parsed.matchedOption(name).originalStringValues())
        : List.of();
  }

  /**
   * Returns whether an option without a value is given.
   *
   * @param name its name without the dashes
   * @return true if it is given
   */
  public boolean flag(String name) {
    return parsed.hasMatchedOption(name);
  }

  /**
   * Returns the value of an option that is a whole number.
   *
   * @param name its name without the dashes
   * @return its value, or its range's default
   */
  public int number(String name) {
    return number(name, usage.range(name).byDefault());
  }

  /**
   * Returns the value of an option that is a whole number, for a program that has another default.
   *
   * @param name its name without the dashes
   * @param byDefault the number if the option is not given
   * @return its value, or the default
   */
  public int number(String name, int byDefault) {
    return parsed.matchedOptionValue(name, byDefault);
  }

  /**
   * Refuses options that would do nothing, because another one is not given.
   *
   * @param other the other option's name without the dashes
   * @param names the names of those that need it, without the dashes
   * @throws UsageException if one of them is given without the other
   */
  public void needs(String other, String... names) {
    for (String name : names) {
      if (flag(name) && !flag(other)) {
        throw new UsageException("--" + name + " needs --" + other);
      }
    }
  }

  /**
   * The valid numbers of an option.
   *
   * @param min the smallest
   * @param max the largest
   * @param byDefault the number if the option is not given
   */
  public record Range(int min, int max, int byDefault) implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String given) {
      try {
        int value = Integer.parseInt(given);
        if (value >= min && value <= max) {
          return value;
        }
      } catch (NumberFormatException e) {
        // Reported below, with the range.
      }
      throw new TypeConversionException(
          "'%s' is not a whole number from %d to %d".formatted(given, min, max));
    }
  }
}
