package dev.cosmosblog.benchmarks;

import dev.cosmosblog.benchmarks.blog.BlogBenchmark;
import dev.cosmosblog.benchmarks.blog.Soak;
import dev.cosmosblog.benchmarks.emulator.EmulatorBenchmark;
import dev.cosmosblog.benchmarks.ladder.Growth;
import dev.cosmosblog.benchmarks.ladder.LadderBenchmark;
import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.testsupport.ChildProcess;
import java.io.IOException;
import java.util.List;

/** Starts a benchmark by its name. */
public final class Benchmarks {
  private Benchmarks() {}

  /** Takes the program's name and its options; the process ends with the program's exit code. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    ChildProcess.leaveMaven(Benchmarks.class, arguments);
    Launcher.main("benchmarks", all(), arguments);
  }

  static List<Program> all() {
    return List.of(
        new LadderBenchmark(),
        new Growth(),
        new BlogBenchmark(),
        new Soak(),
        new EmulatorBenchmark());
  }
}
