package dev.cosmosblog.changefeed;

import dev.cosmosblog.model.UserId;
import java.time.Instant;

/** Has a rename looked at once more when all replicas have it. */
@FunctionalInterface
interface Settling {
  /** Nobody looks again: where every read is of the latest version. */
  Settling NONE = (user, written, begun) -> {};

  /**
   * What carried the older name has been given the new one.
   *
   * @param user who was renamed
   * @param written when the user was written
   * @param begun when it was begun to look for what carries the older name
   */
  void afterRename(UserId user, Instant written, Instant begun);
}
