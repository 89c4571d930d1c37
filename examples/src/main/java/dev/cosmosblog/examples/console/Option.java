package dev.cosmosblog.examples.console;

import java.util.Objects;

/**
 * An option of an example, given as {@code --name VALUE}.
 *
 * @param name its name without the dashes
 * @param value what stands for the value in the usage text
 * @param meaning what it does, with its default
 */
public record Option(String name, String value, String meaning) {
  /** Checks that nothing is missing. */
  public Option {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(meaning, "meaning");
  }

  String synopsis() {
    return "--" + name + " " + value;
  }
}
