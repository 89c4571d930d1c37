package dev.cosmosblog.local.internal.engine.operation;

import dev.cosmosblog.local.internal.engine.item.Item;
import dev.cosmosblog.local.internal.engine.resource.EngineException;
import dev.cosmosblog.local.internal.engine.resource.ServiceLimits;
import java.util.ArrayList;
import java.util.List;

/** Operations that succeed or fail together; if it is minimal, what they write is not sent back. */
public record Batch(List<ItemOperation> operations, boolean minimal) {
  private static final int NOT_MODIFIED = 304;

  public BatchResult run(OperationScope scope) {
    List<BatchOutcome> outcomes = new ArrayList<>();
    for (ItemOperation operation : operations) {
      try {
        outcomes.add(BatchOutcome.of(operation.apply(scope)));
      } catch (EngineException failure) {
        throw new BatchFailedException(failed(outcomes.size(), failure));
      }
    }
    if (bytes(outcomes) > ServiceLimits.PAGE_BYTES) {
      // That the last one tells is known from
      // BatchSinglePartitionKeyTests.BatchServerResponseTooLargeAsync (.NET).
      EngineException failure = EngineException.tooLarge("The response of the batch is too large.");
      throw new BatchFailedException(failed(operations.size() - 1, failure));
    }
    return new BatchResult(outcomes, true);
  }

  /** How much of items the answer is to carry. */
  private long bytes(List<BatchOutcome> outcomes) {
    long bytes = 0;
    for (int i = 0; i < operations.size(); i++) {
      BatchOutcome outcome = outcomes.get(i);
      boolean sent = operations.get(i) instanceof ReadItem || !minimal;
      if (sent && outcome.status() != NOT_MODIFIED) {
        bytes += outcome.item().map(Item::bytes).orElse(0);
      }
    }
    return bytes;
  }

  private BatchResult failed(int failing, EngineException failure) {
    List<BatchOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      outcomes.add(i == failing ? BatchOutcome.of(failure) : BatchOutcome.undone());
    }
    return new BatchResult(outcomes, false);
  }
}
