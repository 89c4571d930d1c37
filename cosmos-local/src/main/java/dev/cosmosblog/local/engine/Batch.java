package dev.cosmosblog.local.engine;

import java.util.ArrayList;
import java.util.List;

/** Operations that succeed or fail together. */
record Batch(List<ItemOperation> operations) {
  BatchResult run(OperationScope scope) {
    List<BatchOutcome> outcomes = new ArrayList<>();
    for (ItemOperation operation : operations) {
      try {
        outcomes.add(BatchOutcome.of(operation.apply(scope)));
      } catch (EngineException failure) {
        throw new BatchFailedException(failed(outcomes.size(), failure));
      }
    }
    return new BatchResult(outcomes, true);
  }

  private BatchResult failed(int failing, EngineException failure) {
    List<BatchOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      outcomes.add(i == failing ? BatchOutcome.of(failure) : BatchOutcome.undone());
    }
    return new BatchResult(outcomes, false);
  }
}
