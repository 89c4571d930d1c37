package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserChange;
import dev.cosmosblog.changefeed.internal.handler.BlogChange.UserErasure;
import dev.cosmosblog.changefeed.internal.handler.RenamePass.Reached;
import dev.cosmosblog.model.UserId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Propagates renames to the users' posts, comments and likes, and schedules the rechecks of renames
 * and erasures.
 *
 * <p>The batch of a long rename ends before its lease expires, and is redelivered for the rest. The
 * next pass on this host continues where the last one ended, so that many passes read hardly more
 * than one would. On another host, or after a restart, the pass starts over. {@link
 * PostCopyHandler} updates items that are written with the old name during the passes, and {@link
 * RenameRechecks} updates items that a lagging replica hides from both.
 */
public final class RenameHandler implements ChangeHandler {
  private final RenamePass pass;
  private final RecheckSchedule schedule;

  /** The progress of the renames of unfinished batches, by user. Guarded by itself. */
  private final Map<UserId, Reached> unfinished = RecentEntries.create();

  public RenameHandler(RenamePass pass, RecheckSchedule schedule) {
    this.pass = pass;
    this.schedule = schedule;
  }

  @Override
  public void handle(List<BlogChange> changes) {
    Map<UserId, UserChange> newest = new LinkedHashMap<>();
    for (BlogChange change : changes) {
      // A new user can't have items with a stale name.
      if (change instanceof UserChange user && user.name().version() > 0) {
        newest.merge(
            user.user(),
            user,
            (one, other) -> one.name().version() >= other.name().version() ? one : other);
      } else if (change instanceof UserErasure erasure) {
        // Scheduled even late, because only a recheck erases items that a replica hid, or finishes
        // an erasure whose caller died.
        schedule.add(erasure.user());
      }
    }
    Instant end = pass.time().end();
    boolean isAnyRead = false;
    for (UserChange user : newest.values()) {
      // Even a query without results takes time. Each delivery runs at least one.
      if (isAnyRead && pass.time().isOver(end)) {
        throw new BatchUnfinishedException("The renames of a batch continue later.");
      }
      isAnyRead |= propagate(user, end);
    }
    newest.keySet().forEach(unfinished::remove);
  }

  /** Finishes a rename, or throws; returns whether it was unfinished. */
  private boolean propagate(UserChange change, Instant end) {
    UserId user = change.user();
    // Nothing is remembered until items arrive, because a rejected continuation is always rejected.
    Reached known = unfinished.remove(user);
    Reached from =
        known != null && known.name().equals(change.name()) ? known : pass.start(change.name());
    if (!from.done()) {
      pass.run(user, from, end, reached -> unfinished.put(user, reached));
      schedule.add(user, change.written(), from.begun());
    }
    unfinished.put(user, from.end());
    return !from.done();
  }

  @Override
  public void forget() {
    unfinished.clear();
  }

  /** Ends the threads; a pass that is running fails at its next page. */
  @Override
  public void close() {
    pass.tasks().close();
  }
}
