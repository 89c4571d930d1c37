package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.internal.handler.RecheckSchedule.Claim;
import dev.cosmosblog.changefeed.internal.handler.RecheckSchedule.Due;
import dev.cosmosblog.changefeed.internal.handler.RecheckSchedule.DuePage;
import dev.cosmosblog.model.BlogException;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.internal.item.ItemPlace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the rechecks that are due: a second pass of a rename, or the rest of an erasure whose host
 * died. A recheck ends before its claim does, and is due again for the rest. It always reads from
 * the start, because the items to find may be anywhere.
 */
public final class RenameRechecks {
  private static final Logger LOG = LoggerFactory.getLogger(RenameRechecks.class);

  /** The number of failures at which a user's recheck is reported as a problem. */
  private static final int FAILURES_TO_DEGRADE = 3;

  private final RenamePass pass;
  private final RecheckSchedule schedule;

  /** How often rechecks have failed on this host, by user. Guarded by itself. */
  private final Map<UserId, Integer> failures = RecentEntries.create();

  /** The document after which the next run begins; empty at the start. */
  private final AtomicReference<String> last = new AtomicReference<>("");

  public RenameRechecks(RenamePass pass, RecheckSchedule schedule) {
    this.pass = pass;
    this.schedule = schedule;
  }

  /**
   * Runs the due rechecks, and claims each just before it runs. A failed recheck is due again. When
   * the time of a run is over, the next run continues after the last recheck, so that slow or
   * failing rechecks don't block others forever. At the end, throws a failure that needs an
   * operator, or the third and later failures of a user's recheck, because an erasure may be
   * unfinished.
   */
  public void run() {
    List<BlogException> problems = new ArrayList<>();
    Instant end = pass.time().now().plus(longest());
    boolean hasMore = true;
    while (hasMore) {
      hasMore = run(schedule.due(last.get()), end, problems);
    }
    if (!problems.isEmpty()) {
      throw problems.get(0);
    }
  }

  /** Runs at least one recheck of a page; returns whether there are more and time is left. */
  private boolean run(DuePage page, Instant end, List<BlogException> problems) {
    last.set(page.last());
    for (Iterator<Due> rest = page.due().iterator(); rest.hasNext(); ) {
      Due due = rest.next();
      last.set(rest.hasNext() ? RecheckSchedule.id(due.user()) : page.last());
      // Taken before the request, because the claim's time begins with it.
      Instant endOfClaim = pass.time().now().plus(longest());
      schedule.claim(due).ifPresent(claim -> run(claim, endOfClaim, problems));
      if (pass.time().isOver(end)) {
        return false;
      }
    }
    return !page.last().isEmpty() && !pass.time().isOver(end);
  }

  private void run(Claim claim, Instant end, List<BlogException> problems) {
    UserId user = claim.user();
    try {
      pass.blog()
          .users()
          .currentName(user)
          .ifPresentOrElse(
              name -> pass.run(user, pass.start(name), end, reached -> {}),
              () -> finishErasure(user, end));
      schedule.done(claim);
      failures.remove(user);
    } catch (BatchUnfinishedException e) {
      LOG.info("A recheck is due again");
    } catch (BlogException e) {
      if (ChangeHandler.isCausedByItem(e)) {
        pass.deadLetters().add(ItemPlace.ofUser(user.value()), user.value(), e);
        schedule.done(claim);
      } else {
        ChangeHandler.warn(LOG, "A recheck failed and is due again", e);
        int times = failures.merge(user, 1, Integer::sum);
        if (times >= FAILURES_TO_DEGRADE || ChangeHandler.needsOperator(e)) {
          problems.add(e);
        }
      }
    }
  }

  /** A recheck that outlived its claim would run on two hosts at once. */
  private Duration longest() {
    Duration claimed = RecheckSchedule.CLAIM.minusMinutes(1);
    Duration longest = pass.time().longest();
    return longest.compareTo(claimed) < 0 ? longest : claimed;
  }

  private void finishErasure(UserId user, Instant end) {
    if (!pass.blog().erasures().finish(user, () -> pass.time().now().isBefore(end))) {
      throw new BatchUnfinishedException("The erasure of user " + user + " continues later.");
    }
  }
}
