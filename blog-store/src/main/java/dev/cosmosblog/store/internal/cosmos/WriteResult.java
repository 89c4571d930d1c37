package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.spi.Response;
import java.util.Optional;

/** The result of a conditional write, if its caller expects it. */
public enum WriteResult {
  /** The item was written. */
  DONE,
  /** An item with this id exists (409). */
  EXISTS,
  /** No such item exists (404). */
  MISSING,
  /** The item's ETag, or the patch's condition, did not hold (412). */
  CONDITION_FAILED;

  static Optional<WriteResult> of(Response<?> answer) {
    if (answer.isSuccess()) {
      return Optional.of(DONE);
    }
    return switch (answer.status()) {
      case 409 -> Optional.of(EXISTS);
      case 412 -> Optional.of(CONDITION_FAILED);
      case 404 -> answer.isMissing() ? Optional.of(MISSING) : Optional.empty();
      default -> Optional.empty();
    };
  }
}
