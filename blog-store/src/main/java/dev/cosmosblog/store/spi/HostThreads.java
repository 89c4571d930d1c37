package dev.cosmosblog.store.spi;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Creates the threads and locks of one host; by default daemon threads, which end when they are
 * idle.
 */
public interface HostThreads {
  /** Creates a runner that handles a number of items in parallel; closed with its handler. */
  default TaskRunner tasks(int count) {
    return TaskRunner.on(pool(count, "blog-change-feed-item"));
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
    return pool(1, "blog-view-" + name);
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

  private static ThreadPoolExecutor pool(int count, String name) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(count, count, 10, SECONDS, new LinkedBlockingQueue<>(), named(name));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  private static ThreadFactory named(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
