package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.KnownFeed.Effect;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Brings the posts of this host's batches into the feed, one write after the other: whoever comes
 * while one is under way goes with the next one. Counts alone wait for their time, so that a write
 * of the one large item is shared by many likes; who waits is a batch, on its thread, so that
 * nothing is checkpointed that was not written.
 */
final class FeedWriter {
  /**
   * So many batches don't wait any longer. The SDK's processor has ten threads for each of the
   * machine's processors (reactor.core.scheduler.Schedulers, bounded elastic), and others need some
   * too.
   */
  private static final int MOST_WAITING = 5 * Runtime.getRuntime().availableProcessors();

  private final CopyWrites copies;
  private final int size;
  private final long interval;
  private final LongSupplier nanos;
  private final Lock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Guarded by the lock.
  private FeedGroup next = new FeedGroup();
  private boolean writing;
  private boolean hurried;
  private long lastWrite;
  private @Nullable KnownFeed known;

  FeedWriter(CopyWrites copies, int size, Duration interval, LongSupplier nanos) {
    this.copies = copies;
    this.size = size;
    this.interval = interval.toNanos();
    this.nanos = nanos;
    this.lastWrite = nanos.getAsLong() - this.interval;
  }

  /**
   * Brings changes in; when it returns, they are.
   *
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; the batch comes again
   * @throws UnfinishedException if the thread was interrupted while it waited
   */
  void write(Collection<PostItem> posts, Set<PostId> gone) {
    Effect effect = effect(posts, gone);
    // What changes nothing is hardly more than a read, as what this host knows may be out of date.
    if (effect == Effect.NONE || !share(posts, gone, effect == Effect.COUNTS)) {
      writeAtOnce(posts, gone);
    }
  }

  /**
   * Brings changes in with a write of their own; when it returns, they are.
   *
   * @throws dev.cosmosblog.store.error.StoreException if Cosmos DB failed; the batch comes again
   */
  void writeAtOnce(Collection<PostItem> posts, Set<PostId> gone) {
    know(copies.updateFeed(posts, gone, size));
  }

  private Effect effect(Collection<PostItem> posts, Set<PostId> gone) {
    lock.lock();
    try {
      return known == null || !gone.isEmpty() ? Effect.MORE : known.of(posts);
    } finally {
      lock.unlock();
    }
  }

  private void know(FrontPageItem feed) {
    lock.lock();
    try {
      known = new KnownFeed(feed);
    } finally {
      lock.unlock();
    }
  }

  /** Whether it is done with those of other batches. */
  private boolean share(Collection<PostItem> posts, Set<PostId> gone, boolean canWait) {
    lock.lock();
    try {
      FeedGroup group = next;
      group.add(posts, gone, canWait);
      changed.signalAll();
      while (!group.isDone()) {
        if (group == next && !writing && isDue(group)) {
          write(group);
        } else {
          await();
        }
      }
      return group.isBroughtIn();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnfinishedException("it was interrupted while it waited for the feed.");
    } finally {
      lock.unlock();
    }
  }

  private boolean isDue(FeedGroup group) {
    return !group.canWait() || hurried || group.batches() >= MOST_WAITING || untilDue() <= 0;
  }

  private long untilDue() {
    return lastWrite + interval - nanos.getAsLong();
  }

  private void await() throws InterruptedException {
    if (writing) {
      changed.await();
    } else {
      changed.awaitNanos(untilDue());
    }
  }

  /** Without the lock while requests are under way. */
  private void write(FeedGroup group) {
    next = new FeedGroup();
    writing = true;
    lock.unlock();
    try {
      know(copies.updateFeed(group.posts(), group.gone(), size));
      group.succeeded();
    } catch (RuntimeException e) {
      group.failed(e);
    } finally {
      lock.lock();
      writing = false;
      lastWrite = nanos.getAsLong();
      group.end();
      changed.signalAll();
    }
  }

  /** Puts nothing off any more. */
  void hurry() {
    lock.lock();
    try {
      hurried = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
