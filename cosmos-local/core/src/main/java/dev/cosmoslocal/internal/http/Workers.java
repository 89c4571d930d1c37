package dev.cosmoslocal.internal.http;

import dev.cosmoslocal.internal.budget.Budget;
import dev.cosmoslocal.internal.budget.Cancellation;
import dev.cosmoslocal.internal.exchange.WorkKind;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads besides the event loops. Those for blocking requests are many, so that a script in
 * one partition delays nobody in another; mostly a few of them run.
 */
final class Workers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
  private static final int SHORT_THREADS = 16;
  private static final int LONG_THREADS = 4;
  private static final int QUEUE = 10_000;
  private static final int WAITING_THREADS = 256;
  private static final int IDLE_SECONDS = 30;

  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Set<Cancellation> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private final ThreadPoolExecutor shortReads = readers(SHORT_THREADS, "cosmos-local-read");
  private final ThreadPoolExecutor longRunning = readers(LONG_THREADS, "cosmos-local-query");
  private final ThreadPoolExecutor blocking =
      new ThreadPoolExecutor(
          0,
          WAITING_THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new Handover(),
          new DefaultThreadFactory("cosmos-local-write", true),
          Handover::queue);

  private static ThreadPoolExecutor readers(int threads, String name) {
    ThreadPoolExecutor readers =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(QUEUE),
            new DefaultThreadFactory(name, true));
    readers.allowCoreThreadTimeOut(true);
    return readers;
  }

  /**
   * Runs work soon.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the workers are closed, or too much
   *     work is waiting
   */
  void run(WorkKind workKind, Cancellation cancellation, Runnable work) {
    ThreadPoolExecutor pool =
        switch (workKind) {
          case SHORT -> shortReads;
          case LONG -> longRunning;
          case QUICK, BLOCKING -> blocking;
        };
    pool.execute(() -> cancellable(cancellation, work));
  }

  private void cancellable(Cancellation cancellation, Runnable work) {
    running.add(cancellation);
    try {
      if (closed) {
        cancellation.cancel();
      }
      cancellation.run(() -> Budget.runRequest(work));
    } catch (RejectedExecutionException e) {
      LOG.debug("A response is not sent because the emulator has closed.", e);
    } finally {
      running.remove(cancellation);
    }
  }

  /**
   * Hands work to a thread that waits for some. Only when all threads are busy, it queues up, and
   * keeps no thread from queries.
   */
  private static final class Handover extends LinkedTransferQueue<Runnable> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean offer(Runnable work) {
      return tryTransfer(work);
    }

    static void queue(Runnable work, ThreadPoolExecutor busy) {
      if (busy.isShutdown() || busy.getQueue().size() >= QUEUE) {
        throw new RejectedExecutionException();
      }
      ((Handover) busy.getQueue()).keep(work);
      if (busy.isShutdown() && busy.remove(work)) {
        throw new RejectedExecutionException();
      }
    }

    private void keep(Runnable work) {
      super.offer(work);
    }
  }

  /** Ends what runs, and waits for that for a second at most. */
  @Override
  public void close() {
    closed = true;
    running.forEach(Cancellation::cancel);
    List<ThreadPoolExecutor> pools = List.of(blocking, shortReads, longRunning);
    pools.forEach(ThreadPoolExecutor::shutdownNow);
    try {
      long until = System.nanoTime() + CLOSE_NANOS;
      for (ThreadPoolExecutor pool : pools) {
        pool.awaitTermination(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
