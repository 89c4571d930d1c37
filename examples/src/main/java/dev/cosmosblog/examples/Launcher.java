package dev.cosmosblog.examples;

import dev.cosmosblog.examples.account.Account;
import dev.cosmosblog.examples.benchmark.LocalBenchmark;
import dev.cosmosblog.examples.chaos.Chaos;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Programs;
import dev.cosmosblog.examples.console.Streams;
import dev.cosmosblog.examples.host.Host;
import dev.cosmosblog.examples.ladder.Growth;
import dev.cosmosblog.examples.ladder.Ladder;
import dev.cosmosblog.examples.ldbc.ImportLdbc;
import dev.cosmosblog.examples.measure.BlogBenchmark;
import dev.cosmosblog.examples.overhead.Overhead;
import dev.cosmosblog.examples.quickstart.Quickstart;
import dev.cosmosblog.examples.upgrade.Rebuild;
import dev.cosmosblog.examples.upgrade.Upgrade;
import dev.cosmosblog.examples.verify.Verify;
import java.util.List;
import java.util.stream.Collectors;

/** Starts an example by its name, the quickstart where none is given. */
public final class Launcher {
  private final List<Example> examples;

  Launcher(List<Example> examples) {
    this.examples = List.copyOf(examples);
  }

  /**
   * Runs an example and ends the process with its exit code: 2 where there is no such example or
   * its arguments make no sense.
   *
   * @param words the example's name and arguments
   */
  public static void main(String[] words) {
    System.exit(all().run(List.of(words), Streams.standard()));
  }

  /**
   * The examples that there are.
   *
   * @return their names, the first one's first
   */
  public static List<String> names() {
    return all().examples.stream().map(example -> example.usage().name()).toList();
  }

  static Launcher all() {
    return new Launcher(
        List.of(
            new Quickstart(),
            new ImportLdbc(),
            new Host(),
            new Verify(),
            new Upgrade(),
            new Rebuild(),
            new Account(),
            new LocalBenchmark(),
            new BlogBenchmark(),
            new Chaos(),
            new Ladder(),
            new Growth(),
            new Overhead()));
  }

  int run(List<String> words, Streams streams) {
    String name = words.isEmpty() ? examples.get(0).usage().name() : words.get(0);
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    return examples.stream()
        .filter(example -> example.usage().name().equals(name))
        .findFirst()
        .map(example -> Programs.run(example, rest, streams, this::usage))
        .orElseGet(
            () -> Programs.misused("There is no example '" + name + "'.", streams, this::usage));
  }

  private String usage() {
    return examples.stream()
        .map(example -> example.usage().text())
        .collect(
            Collectors.joining(
                System.lineSeparator(),
                "Run  mvn -q -Pexample -Dexample=NAME -Dargs='...'  with one of%n".formatted(),
                ""));
  }
}
