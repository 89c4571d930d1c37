package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.repository.FrontPage;
import dev.cosmosblog.store.internal.repository.FrontPageChange;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the changed posts of this host's batches to the front page. The front page is one large
 * item, so the batches of an interval share its writes.
 *
 * <p>A batch doesn't wait for a shared write, which a timer sends later, if this host has marked
 * the front page shortly before. If the host stops meanwhile, another one compares the front page
 * with the posts because of the mark. A batch after a quiet time writes without a mark, because a
 * comparison costs more than a write.
 */
public final class FrontPageWriter {
  private static final Logger LOG = LoggerFactory.getLogger(FrontPageWriter.class);

  private final FrontPage frontPage;
  private final int size;
  private final DeadLetterSink deadLetters;
  private final long interval;
  private final long markedFor;
  private final ScheduledExecutorService timer;
  private final LongSupplier nanos;

  /** Held during a write, so that this host's writes don't conflict with each other. */
  private final Lock turn;

  /**
   * The front page as of this host's last write. Batches may read an outdated one, because it only
   * decides what can wait.
   */
  private volatile @Nullable FrontPageItem known;

  /** The last failure of a write that wasn't the fault of a post. Written under the turn. */
  private volatile @Nullable RuntimeException failure;

  // Guarded by this.
  private Map<String, PostSummaryItem> next = new LinkedHashMap<>();
  // Not whether next is empty: an error may have ended the scheduling.
  private boolean scheduled;
  private boolean sending;
  private boolean stopped;
  private long lastWrite;
  private long markedUntil;

  /**
   * The times that decide when the front page is written.
   *
   * @param interval how often it is written; zero to write it for each batch
   */
  public record Times(Duration interval, Duration maxReplicaLag, LongSupplier nanos) {}

  /**
   * @param deadLetters records a post that can't be written after its batch has ended
   */
  public FrontPageWriter(
      FrontPage frontPage,
      int size,
      DeadLetterSink deadLetters,
      Times times,
      ScheduledExecutorService timer,
      Lock turn) {
    this.frontPage = frontPage;
    this.size = size;
    this.deadLetters = deadLetters;
    this.interval = times.interval().toNanos();
    this.markedFor = FrontPage.markedFor(times.maxReplicaLag()).toNanos();
    this.timer = timer;
    this.turn = turn;
    this.nanos = times.nanos();
    this.markedUntil = nanos.getAsLong();
    this.lastWrite = markedUntil - interval;
  }

  /**
   * Returns when a batch's posts are written, or certain to be written later. If it throws, the
   * batch is redelivered.
   */
  public void write(Collection<PostSummaryItem> posts, Set<PostId> gone) {
    if (!gone.isEmpty() || posts.stream().noneMatch(this::hasEffect)) {
      // The front page must remember deleted posts before their batch ends. This host's copy may be
      // outdated; a write without effect costs little more than a read.
      writeAtOnce(posts, gone);
    } else if (!postpone(posts)) {
      RuntimeException before = failure;
      turn.lock();
      try {
        RuntimeException ofAnother = failure;
        if (ofAnother != null && ofAnother != before) {
          // Each batch would wait for the same timeout, one after the other.
          throw ofAnother;
        }
        // Another batch may have marked the front page meanwhile.
        if (!postpone(posts)) {
          send(posts, isBusy());
        }
      } finally {
        turn.unlock();
      }
    }
  }

  public void writeAtOnce(Collection<PostSummaryItem> posts, Set<PostId> gone) {
    known = frontPage.update(FrontPageChange.of(posts, gone, size)).page();
  }

  /** Sends what was postponed, and postpones nothing more. */
  public synchronized void stopWaiting() {
    stopped = true;
    if (!next.isEmpty()) {
      schedule(0);
    }
  }

  /** Waits until all that was postponed is written; returns false at the timeout. */
  public synchronized boolean awaitWritten(Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + timeout.toNanos();
    while (sending || !next.isEmpty()) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  public void close() {
    timer.shutdown();
  }

  /** Adds a batch to the next write of the timer, if this host's mark still holds. */
  private synchronized boolean postpone(Collection<PostSummaryItem> posts) {
    long now = nanos.getAsLong();
    if (stopped || now - markedUntil >= 0) {
      return false;
    }
    if (!scheduled) {
      schedule(lastWrite + interval - now);
    }
    add(posts);
    return true;
  }

  private void add(Collection<PostSummaryItem> posts) {
    posts.forEach(post -> next.merge(String.valueOf(post.id()), post, PostSummaryItem::newest));
  }

  private void schedule(long delay) {
    timer.schedule(this::sendNext, Math.max(0, delay), TimeUnit.NANOSECONDS);
    scheduled = true;
  }

  /** Returns whether the front page is written so often that batches should share its writes. */
  private synchronized boolean isBusy() {
    return nanos.getAsLong() - lastWrite < interval;
  }

  private void send(Collection<PostSummaryItem> posts, boolean marks) {
    long begun = nanos.getAsLong();
    FrontPageChange change = FrontPageChange.of(posts, Set.of(), size);
    FrontPage.Update update;
    try {
      update = frontPage.update(marks ? change.marking() : change);
    } catch (RuntimeException e) {
      failure = ChangeHandler.isCausedByItem(e) ? failure : e;
      throw e;
    }
    known = update.page();
    if (update.wasWritten()) {
      synchronized (this) {
        lastWrite = nanos.getAsLong();
        markedUntil = marks ? begun + markedFor : markedUntil;
      }
    }
  }

  private void sendNext() {
    turn.lock();
    try {
      Collection<PostSummaryItem> posts = take();
      if (!posts.isEmpty()) {
        sendTogether(posts);
      }
    } finally {
      turn.unlock();
      sent();
    }
  }

  private synchronized Collection<PostSummaryItem> take() {
    scheduled = false;
    Collection<PostSummaryItem> taken = next.values();
    next = new LinkedHashMap<>();
    sending = true;
    return taken;
  }

  private synchronized void sent() {
    sending = false;
    notifyAll();
  }

  private void sendTogether(Collection<PostSummaryItem> posts) {
    try {
      try {
        send(posts, true);
      } catch (RuntimeException e) {
        ChangeHandler.causedByItem(e);
        posts.forEach(this::sendAlone);
      }
    } catch (RuntimeException | Error e) {
      LOG.debug("The front page was not written; it is tried again", e);
      putBack(posts);
    }
  }

  /** Writes a post of a failed write, or dead-letters it. */
  private void sendAlone(PostSummaryItem post) {
    try {
      send(List.of(post), true);
    } catch (RuntimeException e) {
      deadLetters.add(
          ItemPlace.ofPost(String.valueOf(post.id())),
          String.valueOf(post.userId()),
          ChangeHandler.causedByItem(e));
    }
  }

  /**
   * Sends a failed write again later, or leaves it to another host. Until a write succeeds, batches
   * write at once and fail.
   */
  private synchronized void putBack(Collection<PostSummaryItem> posts) {
    markedUntil = nanos.getAsLong();
    if (!stopped) {
      add(posts);
      schedule(interval);
    }
  }

  /**
   * Returns whether a post changes the front page as this host last saw it. It only decides whether
   * a batch can wait, because another host may have written the front page since.
   */
  private boolean hasEffect(PostSummaryItem post) {
    FrontPageItem frontPage = known;
    if (frontPage == null) {
      return true;
    }
    List<PostSummaryItem> posts = frontPage.posts();
    for (PostSummaryItem entry : posts) {
      if (String.valueOf(entry.id()).equals(String.valueOf(post.id()))) {
        return !entry.newest(post).equals(entry);
      }
    }
    return posts.size() < frontPage.size()
        || date(post).compareTo(date(posts.get(posts.size() - 1))) >= 0;
  }

  private static String date(PostSummaryItem post) {
    return String.valueOf(post.creationDate());
  }
}
