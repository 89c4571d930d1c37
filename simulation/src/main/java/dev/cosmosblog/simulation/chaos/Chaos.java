package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.examples.console.Arguments;
import dev.cosmosblog.examples.console.Example;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Usage;
import java.io.IOException;
import java.util.List;

/**
 * Runs writers while requests fail, connections break, clocks jump, hosts are killed and partitions
 * are split; then checks from the outside that all of a blog's invariants hold.
 */
public final class Chaos implements Example {
  @Override
  public Usage usage() {
    return new Usage(
        "chaos",
        "checks a blog's invariants after faults, killed hosts and a split",
        List.of(),
        ChaosSettings.OPTIONS);
  }

  @Override
  public int run(Arguments arguments, Screen screen) throws IOException, InterruptedException {
    return new ChaosRun(ChaosSettings.of(arguments), screen).run() ? 0 : Example.FAILED;
  }
}
