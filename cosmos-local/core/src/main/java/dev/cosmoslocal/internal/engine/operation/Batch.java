package dev.cosmoslocal.internal.engine.operation;

import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.ServiceLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * Operations that succeed or fail together. If minimal, the response leaves out the items that were
 * written.
 */
public record Batch(List<ItemOperation> operations, boolean minimal) {
  private static final int NOT_MODIFIED = 304;

  public BatchResult run(OperationScope scope) {
    List<BatchResult.Outcome> outcomes = new ArrayList<>();
    for (ItemOperation operation : operations) {
      try {
        outcomes.add(BatchResult.Outcome.of(operation.apply(scope)));
      } catch (EngineException failure) {
        throw new FailedException(failed(outcomes.size(), failure));
      }
    }
    if (bytes(outcomes) > ServiceLimits.PAGE_BYTES) {
      // The last operation fails:
      // BatchSinglePartitionKeyTests.BatchServerResponseTooLargeAsync (.NET).
      EngineException failure = EngineException.tooLarge("The response of the batch is too large.");
      throw new FailedException(failed(operations.size() - 1, failure));
    }
    return new BatchResult(outcomes, true);
  }

  private long bytes(List<BatchResult.Outcome> outcomes) {
    long bytes = 0;
    for (int i = 0; i < operations.size(); i++) {
      BatchResult.Outcome outcome = outcomes.get(i);
      boolean sent = operations.get(i) instanceof ItemOperation.Read || !minimal;
      if (sent && outcome.status() != NOT_MODIFIED) {
        bytes += outcome.item().map(Item::bytes).orElse(0);
      }
    }
    return bytes;
  }

  private BatchResult failed(int failing, EngineException failure) {
    List<BatchResult.Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      outcomes.add(i == failing ? BatchResult.Outcome.of(failure) : BatchResult.Outcome.undone());
    }
    return new BatchResult(outcomes, false);
  }

  /** Rolls the transaction back and carries the result for the caller. */
  public static final class FailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient BatchResult result;

    FailedException(BatchResult result) {
      super(null, null, false, false);
      this.result = result;
    }

    public BatchResult result() {
      return result;
    }
  }
}
