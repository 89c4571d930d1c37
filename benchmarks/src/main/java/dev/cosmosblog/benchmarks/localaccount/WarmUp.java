package dev.cosmosblog.benchmarks.localaccount;

import dev.cosmosblog.benchmarks.localaccount.Comparison.Contestant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls servers in turns until a call costs none of them less processor time than before: until
 * then a virtual machine compiles what it runs, on threads that count as the server's. All are
 * called until all are steady.
 */
final class WarmUp {
  private static final int CLIENTS = 8;
  private static final int SLICE = 2_000;
  private static final int STEADY_SLICES = 5;

  /** A slice is steady that costs more than this part of the cheapest before. */
  private static final double STEADY = 0.95;

  private final Duration longest;

  WarmUp(Duration longest) {
    this.longest = longest;
  }

  void run(Call call, List<Contestant> contestants) throws InterruptedException {
    long end = System.nanoTime() + longest.toNanos();
    List<Steadiness> steadiness = new ArrayList<>();
    contestants.forEach(each -> steadiness.add(new Steadiness()));
    try (Load load = new Load(CLIENTS)) {
      while (System.nanoTime() < end && !steadiness.stream().allMatch(Steadiness::reached)) {
        for (int i = 0; i < contestants.size(); i++) {
          steadiness.get(i).slice(contestants.get(i).cost(call, load, SLICE));
        }
      }
    }
  }

  /** Says when the costs of a server's calls fall no more. */
  static final class Steadiness {
    private double least = Double.MAX_VALUE;
    private int steady;

    void slice(double cost) {
      steady = cost > STEADY * least ? steady + 1 : 0;
      least = Math.min(least, cost);
    }

    boolean reached() {
      return steady >= STEADY_SLICES;
    }
  }
}
