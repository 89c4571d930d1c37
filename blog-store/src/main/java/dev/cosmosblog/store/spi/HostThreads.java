package dev.cosmosblog.store.spi;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Creates the threads and locks of one host; by default daemon threads, which end when they are
 * idle.
 */
public interface HostThreads {
  /**
   * Creates a runner that handles a number of a batch's items in parallel; closed with its handler.
   * Its batches share 256 threads, besides their own ones.
   */
  default TaskRunner tasks(int parallelism) {
    ThreadFactory threads = named("blog-change-feed-item");
    return TaskRunner.on(
        new ThreadPoolExecutor(
            0, 256, 10, SECONDS, new SynchronousQueue<>(), threads, HostThreads::withoutThread),
        parallelism);
  }

  /** Runs the batch's items on its own thread if all others are busy. */
  private static void withoutThread(Runnable work, ThreadPoolExecutor threads) {
    if (threads.isShutdown()) {
      throw new RejectedExecutionException("The host is closed.");
    }
    work.run();
  }

  /** Creates an executor for a number of periodic checks. */
  default ScheduledExecutorService checks(int count) {
    ScheduledThreadPoolExecutor checks =
        new ScheduledThreadPoolExecutor(count, named("blog-change-feed-check"));
    checks.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return checks;
  }

  /** Creates an executor that calls a view, one call at a time; closed with its handler. */
  default Executor view(String name) {
    return new ThreadPoolExecutor(
        0, 1, 10, SECONDS, new LinkedBlockingQueue<>(), named("blog-view-" + name));
  }

  /** Creates a lock for operations or batches that wait for each other. */
  default Lock lock() {
    return new ReentrantLock();
  }

  /**
   * Creates a fair lock for the calls of a view, so that a range with many calls doesn't starve the
   * others.
   */
  default Lock fairLock() {
    return new ReentrantLock(true);
  }

  private static ThreadFactory named(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
