package dev.cosmosblog.benchmarks;

import dev.cosmosblog.benchmarks.blog.BlogBenchmark;
import dev.cosmosblog.benchmarks.capacity.Capacity;
import dev.cosmosblog.benchmarks.chaos.Chaos;
import dev.cosmosblog.benchmarks.fuzz.Fuzz;
import dev.cosmosblog.benchmarks.ladder.Growth;
import dev.cosmosblog.benchmarks.ladder.Ladder;
import dev.cosmosblog.benchmarks.localaccount.LocalBenchmark;
import dev.cosmosblog.benchmarks.overhead.Overhead;
import dev.cosmosblog.benchmarks.simulation.Simulate;
import dev.cosmosblog.examples.Examples;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import java.util.List;
import java.util.stream.Stream;

/** Starts any program by its name: a benchmark, or one of the {@link Examples}. */
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
   * Returns all programs of both modules.
   *
   * @return the examples, then the benchmarks
   */
  public static List<Example> all() {
    List<Example> benchmarks =
        List.of(
            new LocalBenchmark(),
            new BlogBenchmark(),
            new Capacity(),
            new Chaos(),
            new Fuzz(),
            new Simulate(),
            new Ladder(),
            new Growth(),
            new Overhead());
    return Stream.concat(Examples.all().stream(), benchmarks.stream()).toList();
  }
}
