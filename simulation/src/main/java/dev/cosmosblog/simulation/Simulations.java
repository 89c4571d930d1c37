package dev.cosmosblog.simulation;

import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.simulation.chaos.Chaos;
import dev.cosmosblog.simulation.fuzz.Fuzz;
import java.util.List;

/** Starts a program of this module by its name: {@code simulate}, {@code chaos} or {@code fuzz}. */
public final class Simulations {
  private Simulations() {}

  /**
   * Runs a program and ends the process with its exit code: 2 if there is no such program or its
   * arguments are invalid.
   *
   * @param words the program's name and arguments
   */
  public static void main(String[] words) {
    Launcher.main(all(), words);
  }

  /**
   * Returns all programs of this module.
   *
   * @return the programs
   */
  public static List<Example> all() {
    return List.of(new Simulate(), new Chaos(), new Fuzz());
  }
}
