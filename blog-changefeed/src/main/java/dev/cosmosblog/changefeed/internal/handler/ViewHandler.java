package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.internal.handler.ViewedChange.ChangedPost;
import dev.cosmosblog.changefeed.internal.handler.ViewedChange.ChangedUser;
import dev.cosmosblog.changefeed.internal.handler.ViewedChange.UnreadablePost;
import dev.cosmosblog.changefeed.view.BlogView;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.changefeed.view.UserChange;
import dev.cosmosblog.changefeed.view.ViewException;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.MalformedItemException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls a custom view with the changes of a batch, with each post and user once. If the view
 * throws, it is called with one change at a time. A change that fails while the view handles
 * another is tried once more after its third failure and then dead-lettered; if the time always
 * runs out before, it is dead-lettered at its sixth failure. If the view fails for all changes, the
 * fault is the view's, and the batch is redelivered until the view handles some. A batch whose time
 * runs out is redelivered for the rest.
 */
public final class ViewHandler implements ChangeHandler {
  /** The number of failures at which a change is dead-lettered if the view handles others. */
  static final int FAILURES_BESIDE_OTHERS = 3;

  /**
   * The number of failures at which a post that fills a whole batch is dead-lettered, if the view
   * then handles a post of the front page.
   */
  static final int FAILURES_ALONE = 10;

  /**
   * The number of consecutive failures, from a batch's first change on, that are the view's fault.
   */
  private static final int FAILURES_OF_THE_VIEW = 3;

  private final BlogView view;
  private final ViewCalls calls;
  private final ViewedChangeReader reader;
  private final DeadLetterSink deadLetters;
  private final Bounds bounds;
  private final ViewRetries retries = new ViewRetries();

  /**
   * The limits of a batch.
   *
   * @param size the number of changes of a full batch
   */
  public record Bounds(TimeLimit time, int size) {
    /**
     * Returns the time limit of one call: at most half of a batch's. So if the call with all
     * changes hangs, there is time to find the change that makes it hang.
     */
    public Duration ofCall(Duration timeLimit) {
      Duration half = time.longest().dividedBy(2);
      return timeLimit.compareTo(half) < 0 ? timeLimit : half;
    }
  }

  public ViewHandler(
      BlogView view,
      ViewCalls calls,
      ViewedChangeReader reader,
      DeadLetterSink deadLetters,
      Bounds bounds) {
    this.view = view;
    this.calls = calls;
    this.reader = reader;
    this.deadLetters = deadLetters;
    this.bounds = bounds;
  }

  @Override
  public void handle(List<BlogChange> changes) {
    List<ViewedChange> all = reader.read(changes);
    List<ViewedChange> readable = new ArrayList<>();
    for (ViewedChange change : all) {
      if (change instanceof UnreadablePost unreadable) {
        deadLetter(unreadable);
      } else {
        readable.add(change);
      }
    }
    if (!readable.isEmpty()) {
      new Batch(readable, changes.size() >= bounds.size()).handle();
    }
    all.forEach(retries::forget);
  }

  private void deadLetter(UnreadablePost unreadable) {
    if (!retries.isDone(unreadable)) {
      deadLetter(unreadable, unreadable.reason());
    }
  }

  private void deadLetter(ViewedChange change, RuntimeException failure) {
    change.places().forEach((place, author) -> deadLetters.add(place, author.value(), failure));
    retries.done(change);
  }

  @Override
  public void forget() {
    retries.forget();
  }

  /** Throws the view's exception; the caller counts the attempts. */
  @Override
  public void handleAlone(List<BlogChange> changes) {
    Instant end = bounds.time().end();
    List<ViewedChange> all = reader.read(changes);
    for (ViewedChange change : all) {
      if (change instanceof UnreadablePost unreadable) {
        throw unreadable.reason();
      }
    }
    for (ViewedChange change : all) {
      calls.call(() -> callView(List.of(change)), end);
      retries.forgetFailures(change);
    }
  }

  /** Checks whether this handler was closed. */
  public boolean isClosed() {
    return calls.isClosed();
  }

  @Override
  public void close() {
    calls.close();
  }

  private void callView(List<ViewedChange> all) {
    List<PostChange> posts = new ArrayList<>();
    List<UserChange> users = new ArrayList<>();
    for (ViewedChange one : all) {
      if (one instanceof ChangedPost post) {
        posts.add(post.change());
      } else if (one instanceof ChangedUser user) {
        users.add(user.change());
      }
    }
    if (!posts.isEmpty()) {
      view.onPosts(posts);
    }
    if (!users.isEmpty() && view instanceof BlogView.WithUsers withUsers) {
      withUsers.onUsers(users);
    }
  }

  /** Calls the view; waits if another call exceeds its time limit. */
  private final class Attempt implements Runnable {
    private final List<ViewedChange> changes;
    private volatile boolean hasBegun;
    private volatile boolean hasEnded;

    Attempt(List<ViewedChange> changes) {
      this.changes = changes;
    }

    @Override
    public void run() {
      hasBegun = true;
      try {
        callView(changes);
      } finally {
        hasEnded = true;
      }
    }
  }

  /** A batch that is being passed to the view. */
  private final class Batch {
    private final List<ViewedChange> fresh = new ArrayList<>();
    private final List<ViewedChange> suspects = new ArrayList<>();
    private final List<ViewedChange> handled = new ArrayList<>();
    private final boolean isFilledByOne;
    private final Instant end = bounds.time().end();
    private final Map<ViewedChange, ViewException> failed = new LinkedHashMap<>();
    private @Nullable ViewException failedTogether;
    private boolean handlesAny;

    /** A change that the view handled at an earlier delivery of the batch. */
    private @Nullable ViewedChange handledBefore;

    Batch(List<ViewedChange> all, boolean isFull) {
      for (ViewedChange one : all) {
        boolean isSuspect = retries.isSuspect(one);
        if (!retries.isDone(one)) {
          (isSuspect ? suspects : fresh).add(one);
        } else if (!isSuspect) {
          handledBefore = one;
        }
      }
      this.isFilledByOne = isFull && all.size() == 1;
    }

    void handle() {
      try {
        if (fresh.size() > 1 && succeeds(fresh)) {
          fresh.clear();
        }
        fresh.forEach(this::handleAlone);
        suspects.forEach(this::handleAlone);
      } catch (BatchUnfinishedException e) {
        rememberHandled();
        deadLetterAndThrow();
        // A view that used up the time has failed; otherwise its health wouldn't show it.
        throw failedTogether == null ? e : failedTogether;
      }
      deadLetterAndThrow();
    }

    private boolean succeeds(List<ViewedChange> several) {
      Attempt attempt = new Attempt(several);
      try {
        calls.call(attempt, end);
        handlesAny = true;
        handled.addAll(several);
        return true;
      } catch (ViewException e) {
        if (attempt.hasBegun && !attempt.hasEnded) {
          // There is no time for another call, and the next delivery would take as long, so the
          // changes are passed one by one.
          several.forEach(retries::suspect);
        }
        throwIfNotEnded(attempt, e);
        failedTogether = e;
        return false;
      }
    }

    private void handleAlone(ViewedChange one) {
      if (bounds.time().isOver(end)) {
        throw new BatchUnfinishedException(
            "Handling the view's changes one by one exceeded the time limit.");
      }
      Attempt attempt = new Attempt(List.of(one));
      try {
        calls.call(attempt, end);
        handlesAny = true;
        retries.forgetFailures(one);
        handled.add(one);
      } catch (ViewException e) {
        throwIfNotEnded(attempt, e);
        retries.suspect(one);
        failed.put(one, e);
        repeatHandled();
        if (!handlesAny && failed.size() >= FAILURES_OF_THE_VIEW) {
          throw e;
        }
      }
    }

    /**
     * Checks whether the view can handle a change, if those that it already handled are left out.
     */
    private void repeatHandled() {
      ViewedChange before = handledBefore;
      handledBefore = null;
      if (before == null || handlesAny) {
        return;
      }
      Attempt attempt = new Attempt(List.of(before));
      try {
        calls.call(attempt, end);
        handlesAny = true;
      } catch (ViewException e) {
        throwIfNotEnded(attempt, e);
        // The next delivery tries another change.
        retries.notDone(before);
      }
    }

    /**
     * Dead-letters the changes that failed too often, and throws the first failure of the others.
     */
    private void deadLetterAndThrow() {
      failed.entrySet().removeIf(entry -> isSettled(entry.getKey(), entry.getValue()));
      if (!failed.isEmpty()) {
        throw failed.values().iterator().next();
      }
    }

    /** A call of another range doesn't count, because it may have begun after the failed one. */
    private void throwIfNotEnded(Attempt attempt, ViewException failure) {
      if (!attempt.hasEnded) {
        rememberHandled();
        throw failure;
      }
    }

    private void rememberHandled() {
      handled.forEach(retries::done);
    }

    /**
     * Dead-letters a change that failed too often, unless the view is at fault. Returns false if
     * the change is to be redelivered.
     */
    private boolean isSettled(ViewedChange one, ViewException failure) {
      if (!handlesAny && !isFilledByOne) {
        return false;
      }
      int failures = retries.failed(one);
      int limit = handlesAny ? FAILURES_BESIDE_OTHERS : FAILURES_ALONE;
      if (failures < limit) {
        return false;
      }
      if (!handlesAny && !handlesAnother(one)) {
        // The view is at fault, so its failures don't count.
        retries.forgetFailures(one);
        return false;
      }
      // The view's outage may have just ended. Failures during it may have been counted.
      boolean hasTime = !bounds.time().isOver(end);
      if (hasTime && handles(one)) {
        retries.forgetFailures(one);
        return true;
      }
      if (!hasTime && failures < 2 * limit) {
        return false;
      }
      deadLetter(one, failure);
      return true;
    }

    /** Tells a view that fails for everything from one that fails for the only post of a batch. */
    private boolean handlesAnother(ViewedChange one) {
      try {
        return reader.another(one.subject()).filter(this::handles).isPresent();
      } catch (MalformedItemException | InvalidInputException e) {
        return false;
      }
    }

    private boolean handles(ViewedChange one) {
      try {
        calls.call(() -> callView(List.of(one)), end);
        return true;
      } catch (ViewException e) {
        return false;
      }
    }
  }
}
