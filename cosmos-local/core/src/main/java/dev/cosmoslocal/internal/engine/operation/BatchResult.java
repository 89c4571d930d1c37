package dev.cosmoslocal.internal.engine.operation;

import dev.cosmoslocal.internal.engine.cost.RequestUnits;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import java.util.List;
import java.util.Optional;

/**
 * The result of a batch.
 *
 * @param outcomes one for each operation
 */
public record BatchResult(List<Outcome> outcomes, boolean succeeded) {
  public BatchResult {
    outcomes = List.copyOf(outcomes);
  }

  /** Returns whether every operation succeeded and none answered 304. */
  public boolean plain() {
    return succeeded && outcomes.stream().allMatch(outcome -> outcome.status() < 300);
  }

  public double charge() {
    return outcomes.stream().mapToDouble(Outcome::charge).sum();
  }

  /**
   * The outcome of one operation of a batch.
   *
   * @param status the HTTP status; 424 for an operation that the failure of another one undid
   * @param subStatus the sub-status, 0 for none
   * @param item the item as it is now, if it exists
   */
  public record Outcome(int status, int subStatus, Optional<Item> item, double charge) {
    private static final int FAILED_DEPENDENCY = 424;

    public static Outcome of(ItemResult result) {
      return new Outcome(result.status(), 0, result.item(), result.charge());
    }

    public static Outcome of(EngineException failure) {
      return new Outcome(
          failure.status(), failure.subStatus(), Optional.empty(), RequestUnits.REFUSED);
    }

    /** The outcome of an operation that another one's failure undid. */
    static Outcome undone() {
      return new Outcome(FAILED_DEPENDENCY, 0, Optional.empty(), RequestUnits.REFUSED);
    }
  }
}
