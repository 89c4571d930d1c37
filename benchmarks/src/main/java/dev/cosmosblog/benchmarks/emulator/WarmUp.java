package dev.cosmosblog.benchmarks.emulator;

import dev.cosmosblog.benchmarks.emulator.Comparison.Contestant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls servers in turn until further calls don't take less processor time: until then a virtual
 * machine compiles, on threads that count as the server's. It also calls with one client, because a
 * server that is woken for each call runs other code.
 */
final class WarmUp {
  private static final int CLIENTS = 8;
  private static final int SLICE = 1_600;
  private static final int SLICE_ALONE = 400;
  private static final int STEADY_SLICES = 5;

  /** A slice is steady that costs more than this part of the cheapest before. */
  private static final double STEADY = 0.95;

  /** The part of a steady slice that may be spent on compiling. */
  private static final double COMPILING = 0.1;

  private final Duration longest;

  WarmUp(Duration longest) {
    this.longest = longest;
  }

  void run(EmulatorCall call, List<Contestant> contestants) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    List<Steadiness> steadiness = new ArrayList<>();
    contestants.forEach(each -> steadiness.add(new Steadiness()));
    try (Load load = new Load(CLIENTS);
        Load alone = new Load(1)) {
      while (System.nanoTime() < end && !steadiness.stream().allMatch(Steadiness::reached)) {
        for (int i = 0; i < contestants.size(); i++) {
          ServerUsage.Reading all = contestants.get(i).usage(call, load, SLICE);
          ServerUsage.Reading one = contestants.get(i).usage(call, alone, SLICE_ALONE);
          steadiness.get(i).slice(all.plus(one));
        }
      }
    }
  }

  /** Says when the costs of a server's calls fall no more. */
  static final class Steadiness {
    private double least = Double.MAX_VALUE;
    private int steady;

    void slice(ServerUsage.Reading usage) {
      double cost = usage.processor().toNanos();
      boolean compiled = usage.compiling().toNanos() <= COMPILING * cost;
      steady = compiled && cost > STEADY * least ? steady + 1 : 0;
      least = Math.min(least, cost);
    }

    boolean reached() {
      return steady >= STEADY_SLICES;
    }
  }
}
