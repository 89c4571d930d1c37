package dev.cosmosblog.changefeed.internal.handler;

import java.util.Map;

/**
 * Remembers how often each post or user of an unfinished batch failed, and which changes are done.
 *
 * <p>Changes are done if the view handled them before the time ran out, or if they were
 * dead-lettered. They are left out when the batch is redelivered; otherwise the batches of a slow
 * view would start over forever. The first call takes at most half of a batch's time. So unless the
 * view fails for every change, each delivery completes one more change, finds one more that fails
 * alone, or counts one more failure. Thread-safe.
 */
final class ViewRetries {
  private final Map<ViewSubject, Integer> failures = RecentEntries.create();
  private final Map<ViewSubject, String> done = RecentEntries.create();

  /** Marks a change so that it is passed to the view alone from now on. */
  void suspect(ViewedChange change) {
    failures.putIfAbsent(change.subject(), 0);
  }

  boolean isSuspect(ViewedChange change) {
    return failures.containsKey(change.subject());
  }

  /** Counts a failure, and returns the number of consecutive failures. */
  int failed(ViewedChange change) {
    return failures.merge(change.subject(), 1, Integer::sum);
  }

  void forgetFailures(ViewedChange change) {
    failures.remove(change.subject());
  }

  void done(ViewedChange change) {
    done.put(change.subject(), change.digest());
  }

  boolean isDone(ViewedChange change) {
    return change.digest().equals(done.get(change.subject()));
  }

  void notDone(ViewedChange change) {
    done.remove(change.subject());
  }

  /**
   * Forgets a change whose batch is done, so that counting starts over for the subject's next
   * change.
   */
  void forget(ViewedChange change) {
    forgetFailures(change);
    done.remove(change.subject());
  }

  void forget() {
    failures.clear();
    done.clear();
  }
}
