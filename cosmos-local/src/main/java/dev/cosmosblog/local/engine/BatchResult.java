package dev.cosmosblog.local.engine;

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
   * What the batch cost.
   *
   * @return modelled request units
   */
  public double charge() {
    return outcomes.stream().mapToDouble(BatchOutcome::charge).sum();
  }
}
