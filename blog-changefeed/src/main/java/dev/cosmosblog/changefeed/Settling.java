package dev.cosmosblog.changefeed;

import dev.cosmosblog.model.UserId;
import java.time.Instant;

/** Has a rename looked at once more when all replicas have it. */
@FunctionalInterface
interface Settling {
  /** Nobody looks again: where every read is of the latest version. */
  Settling NONE = (user, written) -> {};

  /** A user was written at a time; what carried the older name has been given the new one. */
  void afterRename(UserId user, Instant written);
}
