package dev.cosmosblog.benchmarks.chaos;

import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.config.WritePath;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The settings of a run.
 *
 * @param seconds for how long writers write
 * @param seed decides the faults, the commands and the kills
 * @param partitions physical partitions of a container, before the split
 * @param writePath how comments and likes are counted
 * @param writers how many write at once
 * @param hosts how many processes run the change feed
 */
record ChaosSettings(
    int seconds, int seed, int partitions, WritePath writePath, int writers, int hosts) {
  static final List<Option> OPTIONS =
      List.of(
          new Option("seconds", "N", "for how long writers write; by default 300"),
          new Option("seed", "N", "another seed, other faults; by default the time's"),
          new Option("partitions", "N", "physical partitions of a container; by default 5"),
          new Option("write-path", "PATH", "batch or scripts; by default batch"),
          new Option("writers", "N", "writers at once; by default 16"),
          new Option("hosts", "N", "processes that run the change feed; by default 3"));

  /** Small, so that posts enter and leave the front page all the time. */
  static final int FRONT_PAGE_SIZE = 30;

  /** Small, since one failed request repeats the whole batch. */
  static final int BATCH_SIZE = 20;

  /** Rests of a writer between two commands: 16 writers keep three hosts on two cores busy. */
  static final Duration REST = Duration.ofMillis(300);

  static final Duration LEASE = Duration.ofSeconds(6);
  static final Duration POLL = Duration.ofMillis(250);
  static final Duration DRAIN = Duration.ofMinutes(3);

  private static final Range SECONDS = new Range(1, 86_400, 300);
  private static final Range PARTITIONS = new Range(1, 100, 5);
  private static final Range WRITERS = new Range(1, 1_000, 16);
  private static final Range HOSTS = new Range(1, 20, 3);

  /** Returns new settings of a database for this run. */
  BlogDatabaseBuilder database() {
    return BlogDatabase.builder().frontPageSize(FRONT_PAGE_SIZE);
  }

  static ChaosSettings of(Arguments arguments) {
    int timesSeed = (int) Math.floorMod(System.currentTimeMillis(), 1_000_000L);
    return new ChaosSettings(
        arguments.number("seconds", SECONDS),
        arguments.number("seed", new Range(0, Integer.MAX_VALUE, timesSeed)),
        arguments.number("partitions", PARTITIONS),
        writePath(arguments.option("write-path").orElse("batch")),
        arguments.number("writers", WRITERS),
        arguments.number("hosts", HOSTS));
  }

  private static WritePath writePath(String word) {
    try {
      return WritePath.valueOf(word.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--write-path is '" + word + "'; give batch or scripts");
    }
  }
}
