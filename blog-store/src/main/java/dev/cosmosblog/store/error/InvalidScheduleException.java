package dev.cosmosblog.store.error;

import dev.cosmosblog.model.InvalidInputException;
import java.time.Instant;

/** A post can't be scheduled for a time in the past. The command had no effect. */
public final class InvalidScheduleException extends InvalidInputException {
  private static final long serialVersionUID = 1L;

  private final Instant publishAt;

  /**
   * @param publishAt the time that was given
   * @param now the time by the database's clock
   */
  public InvalidScheduleException(Instant publishAt, Instant now) {
    super(
        "publishAt",
        "publishAt must be later than now, %s, but was %s. Publish the post instead."
            .formatted(now, publishAt));
    this.publishAt = publishAt;
  }

  /** {@return the time that was given} */
  public Instant publishAt() {
    return publishAt;
  }
}
