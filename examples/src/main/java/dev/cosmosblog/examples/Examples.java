package dev.cosmosblog.examples;

import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.ldbc.ImportLdbc;
import dev.cosmosblog.examples.quickstart.Quickstart;
import dev.cosmosblog.examples.search.Search;
import dev.cosmosblog.examples.tags.Tags;
import java.util.List;

/** Starts an example by its name, or the quickstart if no name is given. */
public final class Examples {
  private Examples() {}

  /**
   * Runs an example and ends the process with its exit code: 2 if there is no such example or its
   * arguments are invalid.
   *
   * @param words the example's name and arguments
   */
  public static void main(String[] words) {
    Launcher.main(all(), words);
  }

  /**
   * Returns all examples.
   *
   * @return the quickstart, then the others
   */
  public static List<Example> all() {
    return List.of(new Quickstart(), new ImportLdbc(), new Tags(), new Search());
  }
}
