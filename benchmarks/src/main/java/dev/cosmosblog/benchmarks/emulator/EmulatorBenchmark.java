package dev.cosmosblog.benchmarks.emulator;

import dev.cosmosblog.benchmarks.emulator.EmulatorReport.EmulatorResult;
import dev.cosmosblog.benchmarks.emulator.EmulatorRuns.EmulatorRun;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Range;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The program {@code local-benchmark}: measures the emulator's start, single calls beside another
 * server of the protocol (each in its own process, with the same client of the SDK), the memory of
 * an item, restores of a snapshot beside writes of its items, and how queries scale to a hundred
 * times the items.
 */
@Command(
    name = "local-benchmark",
    description =
        "measures the emulator: start, calls beside another server, memory, snapshots, a million"
            + " items")
public final class EmulatorBenchmark implements Program {
  @Option(names = "--only", split = ",", description = "some of ${COMPLETION-CANDIDATES}")
  private Set<Part> parts = EnumSet.allOf(Part.class);

  @Option(names = "--calls", description = "of each kind and number of clients")
  @Range(min = 4, max = 1_000_000)
  private int calls = 40_000;

  @Option(names = "--runs", description = "of each server, as new processes, and of each database")
  @Range(max = 100)
  private int runs = 5;

  @Option(
      names = "--starts",
      description = "how often it starts in this process, and as a process, to be measured")
  @Range(max = 100)
  private int starts = 5;

  @Option(
      names = "--warm-up",
      paramLabel = "<seconds>",
      description = "how long, at most, each call is made before it is measured")
  @Range(min = 0, max = 3_600)
  private int warmUp = 60;

  @Option(
      names = "--tls",
      description = "measures calls also with TLS, in gateway mode and in direct mode")
  private boolean tls;

  @Option(names = "--items", description = "in the large container, 0 to leave it out")
  @Range(min = 0, max = 20_000_000)
  private int items = 1_000_000;

  @Option(
      names = "--measured-items",
      description = "with which the memory of one is measured; a limit for snapshots")
  @Range(min = 100, max = 10_000_000)
  private int measuredItems = 200_000;

  @Option(
      names = "--heap",
      paramLabel = "<MiB>",
      description = "of the server with the large container")
  @Range(min = 64, max = 65_536)
  private int heap = 1_536;

  @Option(
      names = "--other",
      paramLabel = "<directory>",
      description = "where npm installed " + Server.OTHER)
  private Path other = Path.of("other-server");

  /** The parts that can be measured alone. */
  enum Part {
    START,
    CALLS,
    MEMORY,
    DURABLE,
    SNAPSHOTS,
    LARGE
  }

  @Override
  public boolean run(Screen screen) throws IOException, InterruptedException {
    @Nullable StartTimes start = null;
    if (parts.contains(Part.START)) {
      screen.line("start: in this process, then as processes");
      start = StartTimes.measure(starts);
    }
    Optional<String> missing = Server.missing(other);
    List<EmulatorRun> measured = List.of();
    if (parts.contains(Part.CALLS)) {
      missing.ifPresent(why -> screen.line(Server.OTHER + " is left out: " + why));
      Settings settings = new Settings(calls, runs, Duration.ofSeconds(warmUp), tls);
      measured =
          new EmulatorRuns(
                  settings, missing.isEmpty() ? Optional.of(other) : Optional.empty(), screen)
              .measure();
    }
    List<Footprint> memory =
        parts.contains(Part.MEMORY) ? Footprint.measure(measuredItems, screen) : List.of();
    List<DurableWrites> durable =
        parts.contains(Part.DURABLE) ? DurableWrites.measure(calls / 4, screen) : List.of();
    List<RestoreTimes> snapshots =
        parts.contains(Part.SNAPSHOTS)
            ? RestoreTimes.measure(runs, measuredItems, screen)
            : List.of();
    LargeContainer.@Nullable Growth large =
        items > 0 && parts.contains(Part.LARGE)
            ? new LargeContainer(items, heap, calls, screen).measure()
            : null;
    EmulatorResult result =
        new EmulatorResult(
            Runtime.getRuntime().availableProcessors(),
            missing.map(why -> "left out: " + why).orElse(Server.OTHER),
            start,
            measured,
            memory,
            durable,
            snapshots,
            large);
    EmulatorReport.print(result, screen);
    screen.line("written to " + Results.write("local-benchmark", result));
    return true;
  }

  /**
   * The extent of the comparison.
   *
   * @param calls how often each call is made with each number of clients
   * @param runs how often the calls are measured, each time with new processes
   * @param warmUp how long, at most, each call is made before, so that what is measured is compiled
   * @param tls whether the emulator is also measured with TLS, in gateway mode and in direct mode
   */
  record Settings(int calls, int runs, Duration warmUp, boolean tls) {}
}
