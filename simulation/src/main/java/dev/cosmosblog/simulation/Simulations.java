package dev.cosmosblog.simulation;

import dev.cosmosblog.examples.console.Launcher;
import dev.cosmosblog.simulation.chaos.Chaos;
import dev.cosmosblog.simulation.fuzz.Fuzz;
import dev.cosmosblog.simulation.outage.Outages;
import dev.cosmosblog.testsupport.ChildProcess;
import java.io.IOException;
import java.util.List;

/**
 * Starts a program of this module by its name: {@code simulate}, {@code chaos}, {@code fuzz} or
 * {@code outages}.
 */
public final class Simulations {
  private Simulations() {}

  /** Takes the program's name and its options; the process ends with the program's exit code. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    ChildProcess.leaveMaven(Simulations.class, arguments);
    Launcher.main(
        "simulation", List.of(new Simulate(), new Chaos(), new Fuzz(), new Outages()), arguments);
  }
}
