package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.internal.repository.FrontPage;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes the changed posts of this host's batches to the front page. The front page is one large
 * item, so batches share its writes: those that arrive during a write or a quarter of a second
 * after it, and those that change only counts within an interval. A batch of many posts waits only
 * for a write in flight. Batches wait on their own threads, because they must be written before
 * they are checkpointed.
 */
public final class FrontPageWriter {
  /**
   * The number of waiting batches at which they are written at once: half of the SDK's threads
   * (reactor.core.scheduler.Schedulers, bounded elastic: ten for each processor).
   */
  private static final int MAX_WAITING = 5 * Runtime.getRuntime().availableProcessors();

  /**
   * The longest wait of a batch that changes more than counts, so that many new posts share writes.
   */
  private static final long CONTENT_INTERVAL = TimeUnit.MILLISECONDS.toNanos(250);

  /**
   * The number of posts at which a batch doesn't wait for others. With that many, a write costs a
   * third of an RU for each post (modelled, with 100 posts on the front page).
   */
  private static final int MANY = 100;

  private final FrontPage frontPage;
  private final int size;
  private final long interval;
  private final LongSupplier nanos;
  private final Lock lock;
  private final Condition changed;

  // Guarded by the lock.
  private SharedWrite next = new SharedWrite();
  private boolean writing;
  private boolean waitsNoMore;
  private long lastWrite;

  /**
   * The front page as of this host's last write. Batches may read an outdated one, because it only
   * decides what can wait.
   */
  private volatile @Nullable FrontPageItem known;

  public FrontPageWriter(
      FrontPage frontPage, int size, Duration interval, Lock lock, LongSupplier nanos) {
    this.frontPage = frontPage;
    this.lock = lock;
    this.changed = lock.newCondition();
    this.size = size;
    this.interval = interval.toNanos();
    this.nanos = nanos;
    this.lastWrite = nanos.getAsLong() - this.interval;
  }

  /** Returns when a batch's posts are written. If it throws, the batch is redelivered. */
  public void write(Collection<PostSummaryItem> posts, Set<PostId> gone) {
    FrontPageItem seen = known;
    Effect effect =
        seen == null || !gone.isEmpty()
            ? Effect.CONTENT
            : posts.stream()
                .map(post -> effect(post, seen))
                .max(Effect::compareTo)
                .orElse(Effect.NONE);
    // This host's copy may be outdated; a write without effect costs little more than a read.
    if (effect == Effect.NONE || !share(posts, gone, effect == Effect.COUNTS)) {
      writeAtOnce(posts, gone);
    }
  }

  public void writeAtOnce(Collection<PostSummaryItem> posts, Set<PostId> gone) {
    known = frontPage.update(posts, gone, size);
  }

  /** Releases all waiting batches, and lets later ones write at once. */
  public void stopWaiting() {
    lock.lock();
    try {
      waitsNoMore = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Writes a batch together with others; returns whether it was written. */
  private boolean share(Collection<PostSummaryItem> posts, Set<PostId> gone, boolean canWait) {
    lock.lock();
    try {
      SharedWrite write = next;
      write.add(posts, gone, canWait);
      changed.signalAll();
      while (!write.done) {
        if (write == next && !writing && isDue(write)) {
          send(write);
        } else if (writing) {
          changed.await();
        } else {
          changed.awaitNanos(untilDue(write));
        }
      }
      return write.succeeded();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BatchUnfinishedException("It was interrupted while it waited for the front page.");
    } finally {
      lock.unlock();
    }
  }

  private boolean isDue(SharedWrite write) {
    return waitsNoMore || write.batches >= MAX_WAITING || untilDue(write) <= 0;
  }

  private long untilDue(SharedWrite write) {
    if (write.hasMany) {
      return 0;
    }
    long wait = write.canWait ? interval : Math.min(interval, CONTENT_INTERVAL);
    return lastWrite + wait - nanos.getAsLong();
  }

  /** Sends a write; the lock is released while requests are in flight. */
  private void send(SharedWrite write) {
    next = new SharedWrite();
    writing = true;
    lock.unlock();
    try {
      writeAtOnce(List.copyOf(write.posts.values()), Set.copyOf(write.gone));
      write.failure = null;
    } catch (RuntimeException e) {
      write.failure = e;
    } finally {
      lock.lock();
      writing = false;
      lastWrite = nanos.getAsLong();
      write.done = true;
      changed.signalAll();
    }
  }

  /** Several batches that share a write. */
  private static final class SharedWrite {
    // Guarded by the writer's lock; the posts don't change after the write was sent.
    private final Map<String, PostSummaryItem> posts = new LinkedHashMap<>();
    private final Set<PostId> gone = new HashSet<>();
    private int batches;
    private boolean canWait = true;
    private boolean hasMany;
    private boolean done;

    /** Thrown to the batches if the write ends neither by returning nor by an exception. */
    private @Nullable RuntimeException failure =
        new BatchUnfinishedException("the write of the front page was cut off.");

    void add(Collection<PostSummaryItem> written, Set<PostId> deleted, boolean batchCanWait) {
      written.forEach(
          post -> posts.merge(String.valueOf(post.id()), post, PostSummaryItem::newest));
      gone.addAll(deleted);
      batches++;
      canWait &= batchCanWait;
      hasMany |= written.size() >= MANY;
    }

    /**
     * Returns false if each batch must be written separately, because the failure may be the fault
     * of another batch's item. Throws any other failure to all batches.
     */
    boolean succeeded() {
      if (failure == null) {
        return true;
      }
      if (batches > 1 && ChangeHandler.isCausedByItem(failure)) {
        return false;
      }
      throw failure;
    }
  }

  /**
   * The effect of posts on the front page as this host last saw it. It only decides which batches
   * can wait, because another host may have written the front page since.
   */
  private enum Effect {
    /** The posts are older than all posts there, or are there in this version. */
    NONE,
    COUNTS,
    /** A new post, or a changed text. */
    CONTENT
  }

  private static Effect effect(PostSummaryItem post, FrontPageItem frontPage) {
    List<PostSummaryItem> posts = frontPage.posts();
    for (PostSummaryItem entry : posts) {
      if (String.valueOf(entry.id()).equals(String.valueOf(post.id()))) {
        if (entry.newest(post).equals(entry)) {
          return Effect.NONE;
        }
        // The entry has only some of the post's custom properties.
        boolean sameProperties =
            post.properties().only(entry.properties().asMap().keySet()).equals(entry.properties());
        return sameProperties && texts(entry).equals(texts(post)) ? Effect.COUNTS : Effect.CONTENT;
      }
    }
    if (!post.isListed()) {
      // It is remembered, so that a late change doesn't add it again.
      return Effect.CONTENT;
    }
    boolean newEnough =
        posts.size() < frontPage.size()
            || date(post).compareTo(date(posts.get(posts.size() - 1))) >= 0;
    return newEnough ? Effect.CONTENT : Effect.NONE;
  }

  private static String date(PostSummaryItem post) {
    return String.valueOf(post.creationDate());
  }

  private static List<@Nullable Object> texts(PostSummaryItem post) {
    return Arrays.asList(
        post.userId(),
        post.userUsername(),
        post.userVersion(),
        post.title(),
        post.content(),
        post.status());
  }
}
