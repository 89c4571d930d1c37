package dev.cosmosblog.store;

import com.azure.cosmos.CosmosException;
import java.util.Optional;

/**
 * How a write under a condition ended, where the answer was one of those that its caller expects.
 */
enum Write {
  DONE,
  /** An item with this id is there (409). */
  EXISTS,
  /** There is no such item (404). */
  MISSING,
  /** The item's ETag, or the patch's condition, did not hold (412). */
  CONDITION_FAILED;

  static Optional<Write> of(int status, int subStatus) {
    return switch (status) {
      case CosmosErrors.CONFLICT -> Optional.of(EXISTS);
      case CosmosErrors.PRECONDITION_FAILED -> Optional.of(CONDITION_FAILED);
      case CosmosErrors.NOT_FOUND ->
          CosmosErrors.itemMissing(subStatus) ? Optional.of(MISSING) : Optional.empty();
      default -> Optional.empty();
    };
  }

  static Optional<Write> of(CosmosException e) {
    return of(e.getStatusCode(), e.getSubStatusCode());
  }
}
