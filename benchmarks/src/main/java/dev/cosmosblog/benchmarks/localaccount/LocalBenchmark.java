package dev.cosmosblog.benchmarks.localaccount;

import dev.cosmosblog.benchmarks.localaccount.BenchmarkReport.BenchmarkResult;
import dev.cosmosblog.benchmarks.localaccount.Runs.Run;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Usage;
import dev.cosmosblog.examples.console.Usage.Option;
import dev.cosmosblog.examples.console.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Measures the account of {@code cosmos-local}: its start, single calls next to another server of
 * the protocol, each server a process of its own and all driven by the same client of the SDK, the
 * memory of an item, and how a query takes to a hundred times the items.
 */
public final class LocalBenchmark implements Example {
  static final String OURS = "cosmos-local";
  private static final String ALL_PARTS = "start,calls,memory,durable,large";
  private static final Range CALLS = new Range(4, 1_000_000, 40_000);
  private static final Range WARM_UP = new Range(0, 3_600, 60);
  private static final Range RUNS = new Range(1, 100, 5);
  private static final Range STARTS = new Range(1, 100, 5);
  private static final Range ITEMS = new Range(0, 20_000_000, 1_000_000);
  private static final Range MEASURED = new Range(100, 10_000_000, 200_000);
  private static final Range HEAP = new Range(64, 65_536, 1_536);

  /** A benchmark without arguments. */
  public LocalBenchmark() {}

  /**
   * Runs it as a program.
   *
   * @param words its command line
   */
  public static void main(String[] words) {
    Launcher.main(new LocalBenchmark(), words);
  }

  @Override
  public Usage usage() {
    return new Usage(
        "local-benchmark",
        "measures the account: start, calls next to another server, memory, a million items",
        List.of(),
        List.of(
            new Option("only", "PART,…", "of " + ALL_PARTS + "; by default all"),
            new Option("calls", "N", "of each kind and number of clients; by default 40000")
                .in(CALLS),
            new Option("runs", "N", "of each server, as new processes; by default 5").in(RUNS),
            new Option(
                    "starts",
                    "N",
                    "in this process, and of a process, to measure them; by default 5")
                .in(STARTS),
            new Option(
                    "warm-up", "S", "seconds, at most, for a call to become steady; by default 60")
                .in(WARM_UP),
            new Option("items", "N", "in the large container; by default 1000000, 0 for none")
                .in(ITEMS),
            new Option("measured-items", "N", "for the memory of one; by default 200000")
                .in(MEASURED),
            new Option("heap", "MIB", "of the server with the large container; by default 1536")
                .in(HEAP),
            new Option(
                "rival",
                "DIR",
                "where " + RivalServer.NAME + " is installed by npm; by default examples/rival")));
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    Set<String> parts = parts(arguments);
    Settings settings =
        new Settings(
            arguments.number("calls"),
            arguments.number("runs"),
            arguments.number("starts"),
            Duration.ofSeconds(arguments.number("warm-up")),
            arguments.number("items"),
            arguments.number("measured-items"),
            arguments.number("heap"),
            arguments.option("rival").map(Path::of));
    Optional<StartTimes> start = Optional.empty();
    if (parts.contains("start")) {
      screen.line("start: an account in this process, then as processes");
      start = Optional.of(StartTimes.measure(settings.starts()));
    }
    Path folder = RivalServer.folder(settings.rival());
    Optional<String> missing = RivalServer.missing(folder);
    List<Run> runs = List.of();
    if (parts.contains("calls")) {
      missing.ifPresent(why -> screen.line(RivalServer.NAME + " is left out: " + why));
      runs =
          new Runs(settings, missing.isEmpty() ? Optional.of(folder) : Optional.empty(), screen)
              .measure();
    }
    List<Footprint> memory =
        parts.contains("memory") ? Footprint.measure(settings.measuredItems(), screen) : List.of();
    List<DurableWrites> durable =
        parts.contains("durable") ? DurableWrites.measure(settings.calls() / 4, screen) : List.of();
    Optional<LargeContainer.Growth> large =
        settings.items() == 0 || !parts.contains("large")
            ? Optional.empty()
            : Optional.of(new LargeContainer(settings, screen).measure());
    BenchmarkResult result =
        new BenchmarkResult(
            Runtime.getRuntime().availableProcessors(),
            missing.map(why -> "left out: " + why).orElse(RivalServer.NAME),
            start,
            runs,
            memory,
            durable,
            large);
    BenchmarkReport.print(result, screen);
    screen.line("written to " + Results.write("local-benchmark", BenchmarkReport.json(result)));
    return 0;
  }

  private static Set<String> parts(Arguments arguments) {
    Set<String> known = Set.of(ALL_PARTS.split(","));
    Set<String> chosen = Set.of(arguments.option("only").orElse(ALL_PARTS).split(","));
    if (!known.containsAll(chosen)) {
      throw new UsageException("--only has " + chosen + "; give some of " + ALL_PARTS);
    }
    return chosen;
  }

  /**
   * The extent of the measurement.
   *
   * @param calls how often each call is made with each number of clients
   * @param runs how often the calls are measured, each time with new processes
   * @param starts how often an account is started in this process, and as a process, to measure
   *     that
   * @param warmUp how long, at most, each call is made before, so that what is measured is compiled
   * @param items what the large container holds, 0 to leave it out
   * @param measuredItems how many items the memory is measured with
   * @param heap the server's heap with the large container, in MiB
   * @param rival where the other server is installed, empty to look for it
   */
  record Settings(
      int calls,
      int runs,
      int starts,
      Duration warmUp,
      int items,
      int measuredItems,
      int heap,
      Optional<Path> rival) {}
}
