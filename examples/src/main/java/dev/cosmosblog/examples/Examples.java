package dev.cosmosblog.examples;

import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.ldbc.ImportLdbc;
import dev.cosmosblog.examples.quickstart.Quickstart;
import dev.cosmosblog.examples.search.Search;
import java.util.List;

/** Starts an example by its name. */
public final class Examples {
  private Examples() {}

  /**
   * Runs an example and ends the process with its exit code: 2 if there is no such example or its
   * options are invalid.
   *
   * @param words the example's name and options
   */
  public static void main(String[] words) {
    Launcher.main("examples", all(), words);
  }

  /** {@return the examples} */
  public static List<Program> all() {
    return List.of(new Quickstart(), new ImportLdbc(), new Search());
  }
}
