package dev.cosmosblog.local.internal.engine.operation;

import dev.cosmosblog.local.internal.engine.cost.RequestUnits;
import dev.cosmosblog.local.internal.engine.item.Item;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import java.util.Optional;

/**
 * What came of one operation of a batch.
 *
 * @param status the HTTP status, 424 for an operation that another one's failure undid
 * @param subStatus the sub-status, 0 for none
 * @param item the item as it is now, if it is there
 * @param charge modelled request units
 */
public record BatchOutcome(int status, int subStatus, Optional<Item> item, double charge) {
  private static final int FAILED_DEPENDENCY = 424;

  /**
   * A success.
   *
   * @param result what the operation gave
   * @return the outcome
   */
  public static BatchOutcome of(ItemResult result) {
    return new BatchOutcome(result.status(), 0, result.item(), result.charge());
  }

  /**
   * A failure.
   *
   * @param failure why
   * @return the outcome
   */
  public static BatchOutcome of(EngineException failure) {
    return new BatchOutcome(
        failure.status(), failure.subStatus(), Optional.empty(), RequestUnits.REFUSED);
  }

  /** What becomes of an operation that would have succeeded without another. */
  static BatchOutcome undone() {
    return new BatchOutcome(FAILED_DEPENDENCY, 0, Optional.empty(), RequestUnits.REFUSED);
  }
}
