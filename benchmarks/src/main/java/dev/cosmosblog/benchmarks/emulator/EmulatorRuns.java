package dev.cosmosblog.benchmarks.emulator;

import dev.cosmosblog.benchmarks.emulator.Comparison.Measured;
import dev.cosmosblog.benchmarks.emulator.EmulatorBenchmark.Settings;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.testsupport.LocalCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Several comparisons, each with new processes of all servers: what a virtual machine compiles
 * differs from process to process.
 *
 * @param settings how many, and how much is measured in each
 * @param other where the other server is installed; empty to leave it out
 */
record EmulatorRuns(Settings settings, Optional<Path> other, Screen screen) {
  /**
   * A run.
   *
   * @param calls each call at each server that answers it
   * @param residentMiB the memory of each server at the end
   */
  record EmulatorRun(List<Measured> calls, Map<String, Double> residentMiB) {}

  /** Measures them. Calls that not every server answers are in the first run only. */
  List<EmulatorRun> measure() throws IOException, InterruptedException {
    List<EmulatorRun> runs = new ArrayList<>();
    List<EmulatorCall> kinds = Comparison.CALLS;
    for (int number = 1; number <= settings.runs(); number++) {
      screen.line("run " + number + " of " + settings.runs());
      EmulatorRun run = run(number, kinds);
      runs.add(run);
      kinds = kinds.stream().filter(kind -> answered(run, kind)).toList();
    }
    return runs;
  }

  private static boolean answered(EmulatorRun run, EmulatorCall kind) {
    long servers =
        run.calls().stream()
            .filter(each -> each.call().equals(kind.name()))
            .map(Measured::server)
            .distinct()
            .count();
    return servers == run.residentMiB().size();
  }

  private EmulatorRun run(int number, List<EmulatorCall> kinds)
      throws IOException, InterruptedException {
    List<Server> targets = new ArrayList<>();
    try {
      targets.add(Server.startEmulator());
      if (other.isPresent()) {
        targets.add(Server.startOther(other.get()));
      }
      if (settings.tls()) {
        Path certificate = LocalCertificate.create();
        targets.add(Server.startWithTls(certificate));
        targets.add(Server.startDirect(certificate));
      }
      List<Measured> calls = new Comparison(targets, kinds, number, settings, screen).run();
      Map<String, Double> memory = new LinkedHashMap<>();
      targets.forEach(each -> memory.put(each.name(), each.usage().residentMiB()));
      return new EmulatorRun(calls, memory);
    } finally {
      targets.forEach(Server::close);
    }
  }
}
