package dev.cosmosblog.benchmarks;

import dev.cosmosblog.benchmarks.blog.BlogBenchmark;
import dev.cosmosblog.benchmarks.ladder.Growth;
import dev.cosmosblog.benchmarks.ladder.Ladder;
import dev.cosmosblog.benchmarks.localaccount.LocalBenchmark;
import dev.cosmosblog.benchmarks.overhead.Overhead;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import java.util.List;

/** Starts a benchmark by its name. */
public final class Benchmarks {
  private Benchmarks() {}

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
    return List.of(
        new LocalBenchmark(), new BlogBenchmark(), new Ladder(), new Growth(), new Overhead());
  }
}
