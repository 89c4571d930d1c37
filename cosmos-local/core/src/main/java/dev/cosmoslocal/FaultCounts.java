package dev.cosmoslocal;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The faults that a plan has injected so far.
 *
 * @param byKind the number of faults of each kind; kinds without any are absent
 * @param byRule the number of faults of each rule, in the order of the plan's rules
 */
public record FaultCounts(Map<FaultKind, Long> byKind, List<Long> byRule) {
  /** Copies the collections. */
  public FaultCounts {
    Objects.requireNonNull(byKind, "byKind");
    Objects.requireNonNull(byRule, "byRule");
    byKind = Map.copyOf(byKind);
    byRule = List.copyOf(byRule);
  }

  /**
   * Returns the number of faults of a kind.
   *
   * @param kind the kind
   * @return 0 or more
   */
  public long of(FaultKind kind) {
    Objects.requireNonNull(kind, "kind");
    return byKind.getOrDefault(kind, 0L);
  }

  /**
   * Returns the number of all faults.
   *
   * @return 0 or more
   */
  public long total() {
    return byRule.stream().mapToLong(Long::longValue).sum();
  }
}
