package dev.cosmosblog.changefeed;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Does one thing for each of many, several at once; all of it is done when it returns. */
final class Parallel {
  private final Executor executor;

  Parallel(Executor executor) {
    this.executor = executor;
  }

  /** Threads that end when they have nothing to do. */
  static ExecutorService threads(int count) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            count,
            count,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "blog-change-feed-spread");
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** Where some of it fails, the rest is done all the same, and then a failure is thrown. */
  <T> void forEach(List<T> inputs, Consumer<T> work) {
    CompletableFuture<?>[] all =
        inputs.stream()
            .map(input -> CompletableFuture.runAsync(() -> work.accept(input), executor))
            .toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.allOf(all).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
