package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.view.ViewFailedException;
import dev.cosmosblog.changefeed.view.ViewTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Calls one view of the host, one call at a time, on a separate thread, and waits for a limited
 * time. A call that hangs is interrupted. As long as it has not ended, no other begins.
 */
public final class ViewCalls {
  /** The time that an interrupted call is given to end. */
  private static final Duration GRACE = Duration.ofMillis(200);

  private final String view;
  private final Executor executor;
  private final Lock lock;
  private final Clock clock;
  private final Duration limit;

  /** Guarded by the lock. */
  private @Nullable Call last;

  /**
   * @param executor the view's thread; the calling thread, where nothing hangs
   * @param limit the longest time of a call
   */
  public ViewCalls(String view, Executor executor, Lock lock, Clock clock, Duration limit) {
    this.view = view;
    this.executor = executor;
    this.lock = lock;
    this.clock = clock;
    this.limit = limit;
  }

  String view() {
    return view;
  }

  /**
   * Calls the view and returns when it has returned. Throws a {@link ViewFailedException} or a
   * {@link ViewTimeoutException}.
   *
   * @param until the time after which it is too late to begin, because others had their turns
   */
  void call(Runnable body, Instant until) {
    lock.lock();
    try {
      if (clock.instant().isAfter(until)) {
        throw new BatchUnfinishedException(
            "Timed out waiting for other batches of view " + view + ".");
      }
      Call former = last;
      if (former != null && !former.ended.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new ViewTimeoutException(view, limit);
      }
      Call call = new Call(body);
      // It may find no thread, and then never ends.
      executor.execute(call);
      last = call;
      if (!call.ended.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        call.interrupt();
        call.ended.await(GRACE.toNanos(), TimeUnit.NANOSECONDS);
        throw new ViewTimeoutException(view, limit);
      }
      if (call.failure != null) {
        throw new ViewFailedException(view, call.failure);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BatchUnfinishedException("It was interrupted while it waited for view " + view);
    } catch (RejectedExecutionException e) {
      throw new BatchUnfinishedException("View " + view + " is closed.");
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether no call begins any more. */
  boolean isClosed() {
    return executor instanceof ExecutorService threads && threads.isShutdown();
  }

  /** Interrupts a call that is under way, and begins no other. */
  void close() {
    if (executor instanceof ExecutorService threads) {
      threads.shutdownNow();
    }
  }

  /** A call, on the view's thread. */
  private static final class Call implements Runnable {
    private final Runnable body;
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Written before the latch is counted down, and read after it. */
    private @Nullable Throwable failure;

    /** Guarded by this; null before and after the call. */
    private @Nullable Thread thread;

    Call(Runnable body) {
      this.body = body;
    }

    @Override
    public void run() {
      synchronized (this) {
        thread = Thread.currentThread();
      }
      try {
        body.run();
      } catch (Throwable e) {
        // An error of the host's code is no more than its exception: the view failed.
        failure = e;
      } finally {
        synchronized (this) {
          thread = null;
        }
        ended.countDown();
      }
    }

    synchronized void interrupt() {
      if (thread != null) {
        thread.interrupt();
      }
    }
  }
}
