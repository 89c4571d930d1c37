package dev.cosmosblog.examples.console;

import java.util.List;
import java.util.stream.Collectors;

/** Starts one of several programs by its name, or the first one if no name is given. */
public final class Launcher {
  private final List<Example> programs;

  /**
   * Creates a launcher.
   *
   * @param programs the programs, the default one first
   */
  public Launcher(List<Example> programs) {
    this.programs = List.copyOf(programs);
  }

  /**
   * Runs a program and ends the process with its exit code.
   *
   * @param words the program's name and arguments
   */
  public void main(String[] words) {
    System.exit(run(List.of(words), Streams.standard()));
  }

  /**
   * Runs a program.
   *
   * @param words the program's name and arguments
   * @param streams where it writes
   * @return its exit code, or {@link Programs#MISUSED} if there is no such program or its arguments
   *     are invalid
   */
  public int run(List<String> words, Streams streams) {
    String name = words.isEmpty() ? programs.get(0).usage().name() : words.get(0);
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    return programs.stream()
        .filter(program -> program.usage().name().equals(name))
        .findFirst()
        .map(program -> Programs.run(program, rest, streams, this::usage))
        .orElseGet(
            () -> Programs.misused("There is no example '" + name + "'.", streams, this::usage));
  }

  private String usage() {
    return programs.stream()
        .map(program -> program.usage().text())
        .collect(
            Collectors.joining(
                System.lineSeparator(),
                "Run  mvn -q -Pexample -Dexample=NAME -Dargs='...'  with one of%n".formatted(),
                ""));
  }
}
