package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserErasure;
import dev.cosmosblog.model.UserId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a renamed user's name to everything that the user wrote; several renames in one batch need
 * one pass. An item that is written with the old name during the pass is found by {@link
 * AuthorNameHandler} instead. Renames and erasures are scheduled for a recheck. The batch ends
 * before its lease expires, and comes again for the rest.
 */
public final class RenameHandler implements ChangeHandler {
  /** Schedules a second pass for when all replicas have the rename. */
  @FunctionalInterface
  public interface Recheck {
    /** For accounts on which every read sees the latest version. */
    Recheck NEVER = (user, written, begun) -> {};

    /**
     * Schedules the second pass, if it is needed.
     *
     * @param written when the user was written
     * @param begun when the first pass began
     */
    void schedule(UserId user, Instant written, Instant begun);
  }

  private final RenameSpreader spreader;
  private final Recheck recheck;
  private final Clock clock;
  private final Duration longest;

  public RenameHandler(RenameSpreader spreader, Recheck recheck, Clock clock, Duration longest) {
    this.spreader = spreader;
    this.recheck = recheck;
    this.clock = clock;
    this.longest = longest;
  }

  @Override
  public void handle(List<BlogChange> changes) {
    Map<UserId, UserChange> newest = new HashMap<>();
    for (BlogChange change : changes) {
      if (change instanceof UserChange user) {
        newest.merge(user.user(), user, RenameHandler::newer);
      } else if (change instanceof UserErasure erasure) {
        recheck.schedule(erasure.user(), erasure.written(), clock.instant());
      }
    }
    Instant until = clock.instant().plus(longest);
    newest.values().forEach(user -> spread(user, until));
  }

  @Override
  public void close() {
    spreader.close();
  }

  private void spread(UserChange user, Instant until) {
    // No item can carry a name older than the user's first.
    if (user.name().version() > 0) {
      Instant begun = clock.instant();
      spreader.spread(user.user(), user.name(), until);
      recheck.schedule(user.user(), user.written(), begun);
    }
  }

  private static UserChange newer(UserChange one, UserChange other) {
    return one.name().version() >= other.name().version() ? one : other;
  }
}
