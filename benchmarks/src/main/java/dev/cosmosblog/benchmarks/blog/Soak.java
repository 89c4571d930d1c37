package dev.cosmosblog.benchmarks.blog;

import static dev.cosmosblog.benchmarks.blog.BlogReport.counted;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.sun.management.UnixOperatingSystemMXBean;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Setting;
import dev.cosmosblog.benchmarks.ladder.rung.RungKind;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Range;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.maintenance.BlogVerifier;
import dev.cosmosblog.maintenance.report.MaintenanceReport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The program {@code soak}: sends edits, likes and unlikes for hours at half of the rate that the
 * copies can follow. The number of items stays the same, so that memory, threads, open files and
 * the cost of a command must, too. At the end, the copies are compared with their sources.
 */
@Command(
    name = "soak",
    description = "sends commands for hours, and fails if memory, threads, files or RU grow")
public final class Soak implements Program {
  private static final int WINDOWS = 24;
  private static final int SETTLING_SECONDS = 5;
  private static final int SEARCH_SECONDS = 10;
  private static final double SECONDS_OF_MINUTE = 60;

  /** 27.5 posts a user, as in the article; over five partitions at 4 ms, which accept any rate. */
  private static final Setting BLOG =
      new Setting(RungKind.LIBRARY, 5, 4, 120, 3_300, 80, false, false, false);

  @Option(
      names = "--minutes",
      defaultValue = "240",
      description = "of the run, without the search (default: 240)")
  @Range(max = 10_000)
  private int minutes;

  @Option(
      names = "--rate",
      description = "commands a second (default: half of the highest rate, which is searched)")
  @Range(max = 100_000)
  private @Nullable Integer rate;

  /**
   * The resources of the process at the end of a window.
   *
   * @param heapMiB the live objects of the heap, after a garbage collection
   */
  record Usage(double heapMiB, int threads, long files) {
    static Usage now() {
      System.gc();
      long files =
          ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
              ? unix.getOpenFileDescriptorCount()
              : 0;
      return new Usage(
          ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024.0 / 1024,
          ManagementFactory.getThreadMXBean().getThreadCount(),
          files);
    }
  }

  /** A window of the run, which ends at a minute. */
  record Window(double minute, @JsonUnwrapped MeasuredRate measured, Usage usage) {}

  /** The content of the JSON file. */
  record Result(List<Window> windows, List<String> problems) {}

  @Override
  public boolean run(Screen screen) throws IOException, InterruptedException {
    List<Window> windows;
    List<String> problems;
    try (LoadedBlog blog = new LoadedBlog(BLOG);
        Follower follower = Follower.library(blog, 1, UnaryOperator.identity())) {
      blog.likeEachOnce();
      double steady = rate == null ? searched(blog, follower, screen) / 2 : rate;
      screen.line("%.0f commands a second for %d minutes", steady, minutes);
      double seconds = minutes * SECONDS_OF_MINUTE / WINDOWS;
      windows = windows(new FollowedRate(blog, Load.STEADY, follower, 0, seconds), steady, WINDOWS);
      problems = problems(windows);
      problems.addAll(differences(blog));
    }
    Result result = new Result(windows, problems);
    table(windows).print(screen);
    result.problems().forEach(screen::line);
    screen.line("written to " + Results.write("soak", result));
    return result.problems().isEmpty();
  }

  /** Measures windows, one after the other, after one that doesn't count. */
  static List<Window> windows(FollowedRate window, double rate, int count) {
    window.at(rate);
    List<Window> windows = new ArrayList<>();
    long begun = System.nanoTime();
    for (int i = 0; i < count; i++) {
      MeasuredRate measured = window.at(rate);
      double minute = (System.nanoTime() - begun) / 1e9 / SECONDS_OF_MINUTE;
      windows.add(new Window(minute, measured, Usage.now()));
    }
    return windows;
  }

  private static double searched(LoadedBlog blog, Follower follower, Screen screen) {
    screen.line("search for the highest rate");
    return new FollowedRate(blog, Load.STEADY, follower, SETTLING_SECONDS, SEARCH_SECONDS)
        .search(SEARCH_SECONDS)
        .best()
        .made();
  }

  private static Table table(List<Window> windows) {
    Table table =
        new Table(
            "minute",
            "commands/s",
            "p50 ms",
            "p99 ms",
            "p99.9 ms",
            "RU",
            "heap MiB",
            "threads",
            "files");
    for (Window window : windows) {
      MeasuredRate measured = window.measured();
      table.format(
          "%.1f|%.0f|%.0f|%.0f|%.0f|%.2f|%.1f|%d|%d",
          window.minute(),
          measured.made(),
          measured.lag().p50Ms(),
          measured.lag().p99Ms(),
          measured.lag().p999Ms(),
          measured.requestUnits().total(),
          window.usage().heapMiB(),
          window.usage().threads(),
          window.usage().files());
    }
    return table;
  }

  /** Compares the copies with their sources. */
  static List<String> differences(LoadedBlog blog) throws InterruptedException {
    MaintenanceReport report =
        BlogVerifier.builder(blog.connect(RequestUnitCauses.OBSERVER)).build().verify();
    return report.isClean()
        ? List.of()
        : List.of("Copies differ from their sources: " + report.found());
  }

  /**
   * Returns what grew from the second quarter of the run to the last one, by the lowest value of
   * each, and what failed. In the first quarter, caches fill and threads start.
   */
  static List<String> problems(List<Window> windows) {
    List<String> problems = new ArrayList<>();
    for (Window window : windows) {
      MeasuredRate measured = window.measured();
      MeasuredRate.Failures failures = measured.failures();
      if (failures.count() + failures.left() > 0) {
        problems.add(
            "In the window until minute %.1f, %s failed, and the copies of %d are missing. %s"
                .formatted(
                    window.minute(),
                    counted((int) failures.count(), "command"),
                    failures.left(),
                    failures.first()));
      }
      if (!measured.keptUp()) {
        problems.add(
            "In the window until minute %.1f, only %.0f of %.0f commands a second were sent."
                .formatted(window.minute(), measured.made(), measured.asked()));
      }
    }
    Stream.of(
            grown("heap in MiB", windows, 1.1, 16, window -> window.usage().heapMiB()),
            grown("threads", windows, 1, 10, window -> window.usage().threads()),
            grown("open files", windows, 1, 10, window -> window.usage().files()),
            grown(
                "RU of a command",
                windows,
                1.05,
                0.1,
                window -> window.measured().requestUnits().total()))
        .flatMap(Optional::stream)
        .forEach(problems::add);
    return problems;
  }

  private static Optional<String> grown(
      String what,
      List<Window> windows,
      double factor,
      double more,
      ToDoubleFunction<Window> value) {
    int quarter = windows.size() / 4;
    double before = least(windows.subList(quarter, 2 * quarter), value);
    double after = least(windows.subList(windows.size() - quarter, windows.size()), value);
    return after <= factor * before + more
        ? Optional.empty()
        : Optional.of("The %s grew from %.1f to %.1f.".formatted(what, before, after));
  }

  private static double least(List<Window> windows, ToDoubleFunction<Window> value) {
    return windows.stream().mapToDouble(value).min().orElseThrow();
  }
}
