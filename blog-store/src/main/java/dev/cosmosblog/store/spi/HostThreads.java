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

/** The threads and locks of one host; by default daemon threads, which end when they are idle. */
public interface HostThreads {
  /** Makes what handles so many items at once; closed with its handler. */
  default TaskRunner tasks(int count) {
    return TaskRunner.on(pool(count, "blog-change-feed-item"));
  }

  /** Makes what runs so many periodic checks. */
  default ScheduledExecutorService checks(int count) {
    return new ScheduledThreadPoolExecutor(count, named("blog-change-feed-check"));
  }

  /** Makes what calls a view, one call at a time; closed with its handler. */
  default Executor view(String name) {
    return pool(1, "blog-view-" + name);
  }

  /** Makes a lock at which operations or batches wait for each other. */
  default Lock lock() {
    return new ReentrantLock();
  }

  /**
   * Makes a fair lock at which calls of a view wait for each other: a range that calls the view
   * without a pause must not starve the others.
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
