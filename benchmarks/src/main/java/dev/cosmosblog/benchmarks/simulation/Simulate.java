package dev.cosmosblog.benchmarks.simulation;

import dev.cosmosblog.benchmarks.simulation.Simulation.Result;
import java.time.Duration;

/** Runs schedules of the simulation. */
public final class Simulate {
  private Simulate() {}

  public static void main(String[] words) {
    long first = Long.parseLong(words[0]);
    int count = Integer.parseInt(words[1]);
    long begin = System.nanoTime();
    long steps = 0;
    java.util.Map<String, Integer> kinds = new java.util.TreeMap<>();
    java.util.Map<String, Long> example = new java.util.TreeMap<>();
    for (long seed = first; seed < first + count; seed++) {
      Result result = Simulation.of(seed);
      steps += result.steps();
      if (result.violation() != null) {
        String key = result.violation().getMessage().replaceAll("[0-9]+", "#");
        key = key.substring(0, Math.min(110, key.length()));
        kinds.merge(key, 1, Integer::sum);
        example.putIfAbsent(key, seed);
      }
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    System.out.printf("%d schedules, %d steps, %.1f s%n", count, steps, seconds);
    kinds.forEach((k, n) -> System.out.printf("%5d  seed %d  %s%n", n, example.get(k), k));
    if (words.length > 2) {
      Result small =
          Shrinker.shrink(Simulation.of(Long.parseLong(words[2])), Duration.ofSeconds(20));
      small.story().forEach(System.out::println);
    }
    System.exit(0);
  }
}
