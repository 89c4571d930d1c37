package dev.cosmosblog.simulation;

import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Progress;
import dev.cosmosblog.examples.console.Range;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.simulation.Simulation.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs schedules of the {@link Simulation}, one for each seed. A schedule that breaks an invariant
 * is shrunk, and its steps are printed. Writes {@code simulate.json}.
 */
@Command(
    name = "simulate",
    description = "searches schedules of a simulated service for one that breaks an invariant")
public final class Simulate implements Program {
  /** The most violations that a result lists, and the table shows. */
  private static final int MAX_LISTED = 100;

  private static final int RAREST_SHOWN = 10;

  static {
    // Every fault of a schedule logs a warning; the simulation reports the relevant ones.
    System.setProperty("org.slf4j.simpleLogger.log.dev.cosmosblog.changefeed", "off");
    System.setProperty("org.slf4j.simpleLogger.log.dev.cosmosblog.maintenance", "off");
    System.setProperty("org.slf4j.simpleLogger.log.dev.cosmosblog.store", "off");
  }

  @Option(names = "--schedules", description = "how many to run")
  @Range(max = 100_000_000)
  private int schedules = 10_000;

  @Option(names = "--seed", description = "the first schedule's seed")
  private int seed = 1;

  // More than processors, because a schedule waits while one of its threads wakes another.
  @Option(names = "--threads", description = "schedules at once, by default two for each processor")
  @Range(max = 256)
  private int threads = 2 * Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--shrink",
      paramLabel = "<seconds>",
      description = "for how long to shrink the first failure")
  @Range(min = 0, max = 3_600)
  private int shrink = 30;

  @Option(
      names = "--story",
      paramLabel = "<seed>",
      description = "tells this one schedule instead, step by step")
  private @Nullable Integer story;

  /** A schedule that broke an invariant, with its length after shrinking where it was shrunk. */
  record Violation(long seed, String invariant, int steps, String message) {}

  /** The result of a run, as {@code simulate.json} has it. */
  record Report(
      int schedules,
      long steps,
      double seconds,
      List<Violation> violations,
      Map<String, Map<String, Long>> coverage) {}

  @Override
  public boolean run(Screen screen) throws IOException, InterruptedException {
    if (story != null) {
      Result told = Simulation.replay(Simulation.of(story).decisions());
      told.story().forEach(screen::line);
      return told.violation() == null;
    }
    Tally tally = new Tally();
    long start = System.nanoTime();
    try (Progress progress = new Progress("schedules", schedules, screen);
        Workers workers = new Workers(threads)) {
      workers.forEach(
          LongStream.range(seed, (long) seed + schedules).iterator(),
          each -> {
            tally.add(each, Simulation.of(each));
            progress.step();
          });
    }
    Report report = tally.report(schedules, (System.nanoTime() - start) / 1e9);
    Path file = Results.write("simulate", report);
    print(report, screen);
    if (!report.violations().isEmpty()) {
      Violation first = report.violations().get(0);
      screen.line("");
      screen.line("Seed %d, shrunk. '--story %d' tells it as it ran.", first.seed(), first.seed());
      Duration time = Duration.ofSeconds(shrink);
      Shrinker.shrink(Simulation.of(first.seed()), time).story().forEach(screen::line);
    }
    screen.line("");
    screen.line("Results: " + file);
    return report.violations().isEmpty();
  }

  private static void print(Report report, Screen screen) {
    screen.line(
        "%,d schedules, %,d steps, %.0f s: %.0f schedules a second",
        report.schedules(),
        report.steps(),
        report.seconds(),
        report.schedules() / report.seconds());
    screen.line("");
    Table tried = new Table("tried", "kinds", "times", "the rarest");
    report
        .coverage()
        .forEach(
            (name, kinds) ->
                tried.row(
                    name,
                    kinds.size(),
                    kinds.values().stream().mapToLong(Long::longValue).sum(),
                    kinds.entrySet().stream()
                        .min(Map.Entry.comparingByValue())
                        .map(rarest -> rarest.getKey() + ": " + rarest.getValue())
                        .orElse("")));
    tried.print(screen);
    screen.line("");
    if (report.violations().isEmpty()) {
      screen.line("No invariant was broken.");
      return;
    }
    Table broken = new Table("seed", "steps", "broken");
    report.violations().stream()
        .limit(RAREST_SHOWN)
        .forEach(found -> broken.row(found.seed(), found.steps(), found.message()));
    broken.print(screen);
  }

  /** The results of the schedules so far. Thread-safe. */
  private static final class Tally {
    // Guarded by this.
    private final Coverage coverage = new Coverage();
    private final List<Violation> violations = new ArrayList<>();
    private long steps;

    synchronized void add(long seed, Result result) {
      steps += result.steps();
      coverage.add(result.coverage());
      if (result.violation() != null) {
        violations.add(
            new Violation(
                seed,
                result.violation().invariant(),
                result.steps(),
                result.violation().getMessage()));
      }
    }

    synchronized Report report(int schedules, double seconds) {
      violations.sort(Comparator.comparingLong(Violation::seed));
      return new Report(
          schedules,
          steps,
          seconds,
          violations.stream().limit(MAX_LISTED).toList(),
          coverage.all());
    }
  }
}
