package dev.cosmosblog.local;

import java.util.List;
import java.util.Map;

/**
 * What a plan has done so far.
 *
 * @param byKind how many faults of each kind there were; kinds without any are absent
 * @param byRule how many each rule caused, in the order of the plan's rules
 */
public record FaultCounts(Map<FaultKind, Long> byKind, List<Long> byRule) {
  /**
   * Copies the numbers.
   *
   * @param byKind how many faults of each kind there were
   * @param byRule how many each rule caused
   */
  public FaultCounts {
    byKind = Map.copyOf(byKind);
    byRule = List.copyOf(byRule);
  }

  /**
   * How many faults of a kind there were.
   *
   * @param kind the kind
   * @return 0 or more
   */
  public long of(FaultKind kind) {
    return byKind.getOrDefault(kind, 0L);
  }

  /**
   * How many faults there were.
   *
   * @return 0 or more
   */
  public long total() {
    return byRule.stream().mapToLong(Long::longValue).sum();
  }
}
