package dev.cosmosblog.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts what the schedules tried: the steps, the faults, and which kind of write followed which of
 * another actor in the same logical partition.
 */
final class Coverage {
  private final Map<String, Long> steps = new TreeMap<>();
  private final Map<String, Long> faults = new TreeMap<>();
  private final Map<String, Long> interleavings = new TreeMap<>();

  void step(String kind) {
    steps.merge(kind, 1L, Long::sum);
  }

  void fault(String kind) {
    faults.merge(kind, 1L, Long::sum);
  }

  void interleaving(String first, String second) {
    interleavings.merge(first + " | " + second, 1L, Long::sum);
  }

  void add(Coverage other) {
    other.steps.forEach((kind, count) -> steps.merge(kind, count, Long::sum));
    other.faults.forEach((kind, count) -> faults.merge(kind, count, Long::sum));
    other.interleavings.forEach((kind, count) -> interleavings.merge(kind, count, Long::sum));
  }

  /** Returns all counts, by what they count. */
  Map<String, Map<String, Long>> all() {
    Map<String, Map<String, Long>> all = new LinkedHashMap<>();
    all.put("steps", steps);
    all.put("faults", faults);
    all.put("interleavings", interleavings);
    return all;
  }
}
