package dev.cosmosblog.benchmarks.emulator;

import dev.cosmosblog.benchmarks.emulator.EmulatorReport.EmulatorResult;
import dev.cosmosblog.benchmarks.emulator.EmulatorRuns.EmulatorRun;
import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Arguments.Range;
import dev.cosmosblog.examples.console.Example;
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
 * The program {@code local-benchmark}: measures the emulator's start, single calls beside another
 * server of the protocol (each in its own process, with the same client of the SDK), the memory of
 * an item, and how queries scale to a hundred times the items.
 */
public final class EmulatorBenchmark implements Example {
  private static final String ALL_PARTS = "start,calls,memory,durable,large";
  private static final Range CALLS = new Range(4, 1_000_000, 40_000);
  private static final Range WARM_UP = new Range(0, 3_600, 60);
  private static final Range RUNS = new Range(1, 100, 5);
  private static final Range STARTS = new Range(1, 100, 5);
  private static final Range ITEMS = new Range(0, 20_000_000, 1_000_000);
  private static final Range MEASURED = new Range(100, 10_000_000, 200_000);
  private static final Range HEAP = new Range(64, 65_536, 1_536);

  @Override
  public Usage usage() {
    return new Usage(
        "local-benchmark",
        "measures the emulator: start, calls beside another server, memory, a million items",
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
                "other",
                "DIR",
                "where " + Server.OTHER + " is installed by npm; by default other-server")));
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
            Path.of(arguments.option("other").orElse("other-server")));
    Optional<StartTimes> start = Optional.empty();
    if (parts.contains("start")) {
      screen.line("start: in this process, then as processes");
      start = Optional.of(StartTimes.measure(settings.starts()));
    }
    Path folder = settings.other();
    Optional<String> missing = Server.missing(folder);
    List<EmulatorRun> runs = List.of();
    if (parts.contains("calls")) {
      missing.ifPresent(why -> screen.line(Server.OTHER + " is left out: " + why));
      runs =
          new EmulatorRuns(
                  settings, missing.isEmpty() ? Optional.of(folder) : Optional.empty(), screen)
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
    EmulatorResult result =
        new EmulatorResult(
            Runtime.getRuntime().availableProcessors(),
            missing.map(why -> "left out: " + why).orElse(Server.OTHER),
            start,
            runs,
            memory,
            durable,
            large);
    EmulatorReport.print(result, screen);
    screen.line("written to " + Results.write("local-benchmark", EmulatorReport.json(result)));
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
   * @param starts how often the emulator is started in this process, and as a process
   * @param warmUp how long, at most, each call is made before, so that what is measured is compiled
   * @param items what the large container holds, 0 to leave it out
   * @param measuredItems how many items the memory is measured with
   * @param heap the server's heap with the large container, in MiB
   * @param other where the other server is installed
   */
  record Settings(
      int calls,
      int runs,
      int starts,
      Duration warmUp,
      int items,
      int measuredItems,
      int heap,
      Path other) {}
}
