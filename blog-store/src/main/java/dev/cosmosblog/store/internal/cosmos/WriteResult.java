package dev.cosmosblog.store.internal.cosmos;

import java.util.Optional;

/** The result of a conditional write, where the service's answer is one that its caller expects. */
public enum WriteResult {
  /** The item was written. */
  DONE,
  /** An item with this id exists (409). */
  EXISTS,
  /** No such item exists (404). */
  MISSING,
  /** The item's ETag, or the patch's condition, did not hold (412). */
  CONDITION_FAILED;

  static Optional<WriteResult> of(Answer<?> answer) {
    if (answer.isSuccess()) {
      return Optional.of(DONE);
    }
    return switch (answer.status()) {
      case CosmosErrors.CONFLICT -> Optional.of(EXISTS);
      case CosmosErrors.PRECONDITION_FAILED -> Optional.of(CONDITION_FAILED);
      case CosmosErrors.NOT_FOUND ->
          CosmosErrors.itemMissing(answer.subStatus()) ? Optional.of(MISSING) : Optional.empty();
      default -> Optional.empty();
    };
  }
}
