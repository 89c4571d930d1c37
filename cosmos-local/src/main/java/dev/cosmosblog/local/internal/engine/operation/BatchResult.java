package dev.cosmosblog.local.internal.engine.operation;

import java.util.List;

/**
 * What came of a batch.
 *
 * @param outcomes one for each operation
 * @param succeeded whether all of them were done
 */
public record BatchResult(List<BatchOutcome> outcomes, boolean succeeded) {
  /**
   * Copies the outcomes.
   *
   * @param outcomes one for each operation
   * @param succeeded whether all of them were done
   */
  public BatchResult {
    outcomes = List.copyOf(outcomes);
  }

  /**
   * Whether all of them gave what was asked for, and none 304.
   *
   * @return whether they did
   */
  public boolean plain() {
    return succeeded && outcomes.stream().allMatch(outcome -> outcome.status() < 300);
  }

  /**
   * What the batch cost.
   *
   * @return modelled request units
   */
  public double charge() {
    return outcomes.stream().mapToDouble(BatchOutcome::charge).sum();
  }
}
