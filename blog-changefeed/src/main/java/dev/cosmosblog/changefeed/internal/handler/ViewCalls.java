package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.changefeed.view.ViewFailedException;
import dev.cosmosblog.changefeed.view.ViewTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Calls one custom view, one call at a time, on a separate thread, and waits for a limited time. A
 * hanging call is interrupted. The next call waits until it has ended.
 */
public final class ViewCalls {
  /** The time in which an interrupted call should end. */
  private static final Duration GRACE = Duration.ofMillis(200);

  private final String view;
  private final Executor executor;
  private final Lock lock;
  private final TimeLimit limit;
  private final UnaryOperator<Runnable> carried;

  /** Guarded by the lock. */
  private @Nullable Call last;

  /**
   * @param executor the view's thread, or the calling thread in tests
   * @param limit the time limit of a call
   * @param carried wraps a call on the batch's thread, for the executor's
   */
  public ViewCalls(
      String view, Executor executor, Lock lock, TimeLimit limit, UnaryOperator<Runnable> carried) {
    this.view = view;
    this.executor = executor;
    this.lock = lock;
    this.limit = limit;
    this.carried = carried;
  }

  /**
   * Calls the view and returns when it has returned. Throws a {@link ViewFailedException} or a
   * {@link ViewTimeoutException}.
   *
   * @param until the time after which the call doesn't begin, because other calls took too long
   */
  void call(Runnable body, Instant until) {
    lock.lock();
    try {
      if (limit.isOver(until)) {
        throw new BatchUnfinishedException(
            "Timed out waiting for other batches of view " + view + ".");
      }
      Call former = last;
      long nanos = limit.longest().toNanos();
      if (former != null && !former.ended.await(nanos, TimeUnit.NANOSECONDS)) {
        throw new ViewTimeoutException(view, limit.longest());
      }
      Call call = new Call(carried.apply(body));
      // If the executor rejects the call, it would otherwise never end.
      executor.execute(call);
      last = call;
      if (!call.ended.await(nanos, TimeUnit.NANOSECONDS)) {
        call.interrupt();
        call.ended.await(GRACE.toNanos(), TimeUnit.NANOSECONDS);
        throw new ViewTimeoutException(view, limit.longest());
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

  /** Returns whether further calls are rejected. */
  boolean isClosed() {
    return executor instanceof ExecutorService threads && threads.isShutdown();
  }

  /** Interrupts the current call, and rejects further ones. */
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
        // An error of a view is treated like an exception: the view failed.
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
