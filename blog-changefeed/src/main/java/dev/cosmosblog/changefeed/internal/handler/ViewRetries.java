package dev.cosmosblog.changefeed.internal.handler;

import java.util.Map;

/**
 * Remembers, of batches that will be redelivered, how often each post or user failed, and which of
 * their changes are done.
 *
 * <p>Changes are done if the view handled them before the time ran out, or if they were
 * dead-lettered. They are left out when the batch is redelivered; otherwise the batches of a slow
 * view would start anew forever. The first call takes at most half of a batch's time. So unless the
 * view handles nothing at all, each delivery completes one more change, finds one more that fails
 * alone, or counts one more failure. Thread-safe.
 */
final class ViewRetries {
  private final Map<ViewSubject, Integer> failures = RecentEntries.create();
  private final Map<ViewSubject, ViewedChange> done = RecentEntries.create();

  /** Marks a change to be passed to the view alone from now on. */
  void suspect(ViewedChange change) {
    failures.putIfAbsent(change.subject(), 0);
  }

  boolean isSuspect(ViewedChange change) {
    return failures.containsKey(change.subject());
  }

  /** Counts a failure, and returns the number of failures in a row. */
  int failed(ViewedChange change) {
    return failures.merge(change.subject(), 1, Integer::sum);
  }

  void succeeded(ViewedChange change) {
    failures.remove(change.subject());
  }

  void done(ViewedChange change) {
    done.put(change.subject(), change);
  }

  boolean isDone(ViewedChange change) {
    return change.repeats(done.get(change.subject()));
  }

  void notDone(ViewedChange change) {
    done.remove(change.subject());
  }

  /** Forgets a change whose batch is done, so that the subject's next change starts anew. */
  void forget(ViewedChange change) {
    failures.remove(change.subject());
    done.remove(change.subject());
  }

  void forget() {
    failures.clear();
    done.clear();
  }
}
