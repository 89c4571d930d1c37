package dev.cosmosblog.maintenance.internal.verify;

import dev.cosmosblog.maintenance.internal.run.BlogAccess;
import dev.cosmosblog.maintenance.internal.run.ItemChecks;
import dev.cosmosblog.maintenance.internal.run.RunLog;
import dev.cosmosblog.maintenance.internal.run.RunTimer;
import dev.cosmosblog.maintenance.internal.run.WriteAttempt;
import dev.cosmosblog.maintenance.internal.verify.Check.ItemSource;
import dev.cosmosblog.maintenance.internal.verify.Check.Result;
import dev.cosmosblog.maintenance.internal.verify.Check.Right;
import dev.cosmosblog.maintenance.internal.verify.Check.Wrong;
import dev.cosmosblog.maintenance.report.Finding;
import dev.cosmosblog.maintenance.report.FindingKind;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.PostCounts;
import dev.cosmosblog.store.internal.item.StoredItem;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Distinguishes errors from changes that are under way, and repairs the errors. A suspect is an
 * error if it is wrong, and still wrong in the same way, with nothing written in between, after a
 * time in which the change feed would have corrected it.
 */
final class CheckRunner {
  /** Checks after the first one. What changes during all of them is left to the next run. */
  private static final int ROUNDS = 3;

  private final BlogAccess blog;
  private final RunTimer timer;
  private final VerifySteps.Settings settings;
  private final Checks checks;
  private final ItemSource database;

  CheckRunner(BlogAccess blog, RunTimer timer, VerifySteps.Settings settings, Checks checks) {
    this.blog = blog;
    this.timer = timer;
    this.settings = settings;
    this.checks = checks;
    this.database =
        new ItemSource() {
          @Override
          public Optional<StoredItem> find(ItemPlace place) {
            return blog.items().find(place);
          }

          @Override
          public PostCounts count(String postId) {
            return blog.items().count(postId);
          }
        };
  }

  /** Confirms suspects and then, in their order, reports and repairs the errors. */
  void run(List<Check> suspects, RunLog log) throws InterruptedException {
    Map<Check, Finding> confirmed = new HashMap<>();
    Map<Check, Result> pending = new LinkedHashMap<>();
    for (Check suspect : suspects) {
      sort(suspect, Check.RIGHT, confirmed, pending);
    }
    for (int round = 0; round < ROUNDS && !pending.isEmpty(); round++) {
      timer.sleeper().sleep(settings.settleTime());
      Map<Check, Result> stillPending = new LinkedHashMap<>();
      pending.forEach((suspect, before) -> sort(suspect, before, confirmed, stillPending));
      pending = stillPending;
    }
    log.unsettled(pending.size());
    for (Check suspect : suspects) {
      Finding finding = confirmed.get(suspect);
      if (finding != null && settings.kinds().contains(finding.kind())) {
        log.found(finding);
        if (finding.repairable() && !blog.dryRun()) {
          repair(suspect, finding, log);
        }
      }
      if (Thread.interrupted()) {
        throw new InterruptedException("Interrupted between two findings");
      }
    }
  }

  private void sort(
      Check suspect, Result before, Map<Check, Finding> confirmed, Map<Check, Result> pending) {
    Result result = run(suspect, database);
    if (result instanceof Wrong wrong
        && (wrong.versions().isEmpty() || wrong.persistsSince(before))) {
      confirmed.put(suspect, wrong.finding());
    } else if (!(result instanceof Right)) {
      pending.put(suspect, result);
    }
  }

  /** An item that cannot be read is a finding of its own; what depends on it is unknown. */
  static Result run(Check check, ItemSource items) {
    try {
      return check.run(items);
    } catch (MalformedItemException e) {
      return Check.RIGHT;
    }
  }

  private void repair(Check suspect, Finding finding, RunLog log) throws InterruptedException {
    ItemPlace place =
        new ItemPlace(BlogContainer.POSTS, finding.item().partitionKey(), finding.item().id());
    if (finding.kind() == FindingKind.DUPLICATE_LIKE) {
      log.removing(List.of(place));
    }
    if (isRepaired(suspect)) {
      log.repaired(finding);
      if (wrotePost(finding)) {
        updateCopies(place.partition());
      }
    }
  }

  /** Checks, writes, and checks again until it is right, by this repair or by another writer. */
  private boolean isRepaired(Check suspect) throws InterruptedException {
    return WriteAttempt.repeat(timer, () -> attempt(suspect)) == WriteAttempt.DONE;
  }

  private WriteAttempt attempt(Check suspect) {
    Result result = run(suspect, database);
    if (!(result instanceof Wrong wrong)) {
      return result instanceof Right ? WriteAttempt.DONE : WriteAttempt.CONFLICT;
    }
    if (!wrong.finding().repairable()) {
      return WriteAttempt.REFUSED;
    }
    WriteAttempt written = WriteAttempt.once(wrong.repair());
    boolean recheck = written == WriteAttempt.DONE;
    return recheck && !(run(suspect, database) instanceof Right) ? WriteAttempt.CONFLICT : written;
  }

  private static boolean wrotePost(Finding finding) {
    return switch (finding.kind()) {
      case WRONG_COUNT, DUPLICATE_LIKE, LEFTOVER -> true;
      case STALE_NAME -> finding.item().id().equals(finding.item().partitionKey());
      default -> false;
    };
  }

  /**
   * Without a change feed, nothing else would update the copies of a repaired post. A post of which
   * no copy can be made is a finding of its own.
   */
  private void updateCopies(String postId) throws InterruptedException {
    Optional<StoredItem> post =
        blog.items().find(ItemPlace.ofPost(postId)).filter(ItemChecks::isLivePost);
    if (post.isPresent()) {
      try {
        isRepaired(checks.shortCopy(postId, post.get().author()));
        blog.copies()
            .updateFrontPage(List.of(post.get().post()), Set.of(), blog.database().frontPageSize());
      } catch (MalformedItemException e) {
        // The check of the post itself reports it.
      }
    }
  }
}
