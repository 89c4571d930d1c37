package dev.cosmosblog.changefeed.internal.processor;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.cosmosblog.changefeed.internal.handler.ItemTasks;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The threads, locks and nanosecond clock of one host: the system's, or a simulation's.
 *
 * @param tasks makes what handles so many items at once; closed with its handler
 * @param locks makes the locks at which batches wait for each other
 * @param turns makes the locks at which calls of a view wait for each other: who waits longest is
 *     next, or a range that calls the view without a pause leaves the others no turn
 * @param views makes what calls the view of a name, one call at a time; closed with its handler
 */
public record HostThreads(
    IntFunction<ItemTasks> tasks,
    IntFunction<ScheduledExecutorService> checks,
    Supplier<Lock> locks,
    Supplier<Lock> turns,
    LongSupplier nanoTime,
    Function<String, Executor> views) {
  /** Daemon threads of the system; those of items end when they are idle. */
  public static final HostThreads SYSTEM =
      new HostThreads(
          HostThreads::idling,
          count -> new ScheduledThreadPoolExecutor(count, named("blog-change-feed-check")),
          ReentrantLock::new,
          () -> new ReentrantLock(true),
          System::nanoTime,
          HostThreads::oneThread);

  private static ItemTasks idling(int count) {
    ThreadFactory factory = named("blog-change-feed-item");
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(count, count, 10, SECONDS, new LinkedBlockingQueue<>(), factory);
    threads.allowCoreThreadTimeOut(true);
    return ItemTasks.on(threads);
  }

  private static Executor oneThread(String view) {
    ThreadFactory factory = named("blog-view-" + view);
    ThreadPoolExecutor thread =
        new ThreadPoolExecutor(1, 1, 10, SECONDS, new LinkedBlockingQueue<>(), factory);
    thread.allowCoreThreadTimeOut(true);
    return thread;
  }

  private static ThreadFactory named(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
