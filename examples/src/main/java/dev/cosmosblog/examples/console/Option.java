package dev.cosmosblog.examples.console;

import java.util.Objects;

/**
 * An option of an example, given as {@code --name VALUE}, or as {@code --name} alone.
 *
 * @param name its name without the dashes
 * @param value what stands for the value in the usage text; empty where the option has none
 * @param meaning what it does, with its default
 */
public record Option(String name, String value, String meaning) {
  /** Checks that nothing is missing. */
  public Option {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(meaning, "meaning");
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

  boolean hasValue() {
    return !value.isEmpty();
  }

  String synopsis() {
    return hasValue() ? "--" + name + " " + value : "--" + name;
  }
}
