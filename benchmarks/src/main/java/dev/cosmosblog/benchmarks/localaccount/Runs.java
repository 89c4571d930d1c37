package dev.cosmosblog.benchmarks.localaccount;

import dev.cosmosblog.benchmarks.localaccount.Comparison.Measured;
import dev.cosmosblog.benchmarks.localaccount.LocalBenchmark.Settings;
import dev.cosmosblog.examples.console.Screen;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Several comparisons, each with new processes of all servers: what a virtual machine compiles, and
 * when, is another each time.
 */
final class Runs {
  private final Settings settings;
  private final Optional<Path> rival;
  private final Screen screen;

  /**
   * Creates the runs.
   *
   * @param settings how many, and how much is measured in each
   * @param rival where the other server is installed; empty to leave it out
   * @param screen takes what is told meanwhile
   */
  Runs(Settings settings, Optional<Path> rival, Screen screen) {
    this.settings = settings;
    this.rival = rival;
    this.screen = screen;
  }

  /**
   * A run.
   *
   * @param calls each call at each server that answers it
   * @param residentMiB the memory of each server at the end
   */
  record Run(List<Measured> calls, Map<String, Double> residentMiB) {}

  /** Measures them. Calls that not every server answers are in the first run only. */
  List<Run> measure() throws IOException, InterruptedException {
    List<Run> runs = new ArrayList<>();
    List<Call> kinds = Comparison.CALLS;
    for (int number = 1; number <= settings.runs(); number++) {
      screen.line("run " + number + " of " + settings.runs());
      Run run = run(number, kinds);
      runs.add(run);
      kinds = kinds.stream().filter(kind -> answered(run, kind)).toList();
    }
    return runs;
  }

  private static boolean answered(Run run, Call kind) {
    long servers =
        run.calls().stream()
            .filter(each -> each.call().equals(kind.name()))
            .map(Measured::server)
            .distinct()
            .count();
    return servers == run.residentMiB().size();
  }

  private Run run(int number, List<Call> kinds) throws IOException, InterruptedException {
    List<Target> targets = new ArrayList<>();
    try {
      targets.add(new Target(LocalBenchmark.OURS, LocalServer.start()));
      if (rival.isPresent()) {
        targets.add(new Target("vercel", RivalServer.start(rival.get())));
      }
      List<Measured> calls = new Comparison(targets, kinds, number, settings, screen).run();
      Map<String, Double> memory = new LinkedHashMap<>();
      targets.forEach(each -> memory.put(each.name(), each.server().usage().residentMiB()));
      return new Run(calls, memory);
    } finally {
      targets.forEach(Target::close);
    }
  }
}
