package dev.cosmosblog.store.spi;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/** Runs the tasks of a batch at once. */
@FunctionalInterface
public interface TaskRunner {
  /** Runs tasks, which throw nothing, and returns when all have ended. */
  void run(List<Runnable> tasks);

  /** Lets no more tasks begin. */
  default void close() {}

  /** Returns a runner on threads that end with it. */
  static TaskRunner on(ExecutorService threads) {
    return new TaskRunner() {
      @Override
      public void run(List<Runnable> tasks) {
        // A batch of one change, the most frequent one, needs no other thread, and no free one.
        Executor executor = tasks.size() == 1 ? Runnable::run : threads;
        CompletableFuture.allOf(
                tasks.stream()
                    .map(task -> CompletableFuture.runAsync(task, executor))
                    .toArray(CompletableFuture[]::new))
            .join();
      }

      @Override
      public void close() {
        threads.shutdown();
      }
    };
  }
}
