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
 * Writes the changed posts of this host's batches to the front page. Batches that arrive during a
 * write or a quarter of a second after it, and those that change nothing but counts within an
 * interval, share the next write of the one large item. A batch of many posts waits for nothing but
 * a write under way. They wait on their own threads: nothing is checkpointed before it is written.
 */
public final class FrontPageWriter {
  /**
   * The number of batches at which none of them waits any longer: half of the SDK's threads
   * (reactor.core.scheduler.Schedulers, bounded elastic: ten for each of the machine's processors).
   */
  private static final int MAX_WAITING = 5 * Runtime.getRuntime().availableProcessors();

  /** The longest wait of what is more than a count: a crowd of new posts shares writes, too. */
  private static final long CONTENT_INTERVAL = TimeUnit.MILLISECONDS.toNanos(250);

  /**
   * The number of posts that make a write's share of each small, a third of an RU (modelled, 100
   * posts on the front page): a host that is behind waits for no others.
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

  /** Replaced by each write, read by every batch; a hint: any recent one will do. */
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

  /** Returns when a batch's posts are written. If it throws, the batch is delivered again. */
  public void write(Collection<PostSummaryItem> posts, Set<PostId> gone) {
    FrontPageItem seen = known;
    Effect effect =
        seen == null || !gone.isEmpty()
            ? Effect.CONTENT
            : posts.stream()
                .map(post -> effect(post, seen))
                .max(Effect::compareTo)
                .orElse(Effect.NONE);
    // This host's copy may be out of date; a write without effect costs little more than a
    // read.
    if (effect == Effect.NONE || !share(posts, gone, effect == Effect.COUNTS)) {
      writeAtOnce(posts, gone);
    }
  }

  public void writeAtOnce(Collection<PostSummaryItem> posts, Set<PostId> gone) {
    known = frontPage.update(posts, gone, size);
  }

  /** Makes no batch wait any more, now or later. */
  public void stopWaiting() {
    lock.lock();
    try {
      waitsNoMore = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Writes a batch together with others; whether it is written then. */
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
      throw new BatchUnfinishedException("it was interrupted while it waited for the front page.");
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

  /** Sends a write; the lock is released while requests are under way. */
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

  /** Several batches that are written at once. */
  private static final class SharedWrite {
    // Guarded by the writer's lock; the posts change no more once the write is sent.
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
     * Returns false if each batch has to be written by itself: a failure that one item causes may
     * be the fault of another batch. Any other failure is each batch's.
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
   * The effect of posts on the front page as this host last saw it. Another host may have written
   * it since: the effect serves to decide what can wait, and for nothing else.
   */
  private enum Effect {
    /** The posts are older than all posts there, or there in this version. */
    NONE,
    COUNTS,
    /** Another post, or another text. */
    CONTENT
  }

  private static Effect effect(PostSummaryItem post, FrontPageItem frontPage) {
    List<PostSummaryItem> posts = frontPage.posts();
    for (PostSummaryItem entry : posts) {
      if (String.valueOf(entry.id()).equals(String.valueOf(post.id()))) {
        if (entry.newest(post).equals(entry)) {
          return Effect.NONE;
        }
        // The entry has some of the host's properties that the post has.
        boolean sameProperties =
            post.properties().only(entry.properties().asMap().keySet()).equals(entry.properties());
        return sameProperties && texts(entry).equals(texts(post)) ? Effect.COUNTS : Effect.CONTENT;
      }
    }
    if (post.isHidden()) {
      // It is remembered, so that no late change brings it in.
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
