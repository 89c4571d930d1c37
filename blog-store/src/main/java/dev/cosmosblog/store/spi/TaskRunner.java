package dev.cosmosblog.store.spi;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;

/** Runs the tasks of a batch in parallel. */
@FunctionalInterface
public interface TaskRunner {
  /** Runs tasks, which must not throw, and returns when all have ended. */
  void run(List<Runnable> tasks);

  /** Prevents further tasks from starting. */
  default void close() {}

  /** Returns a runner with separate threads, which end when it is closed. */
  static TaskRunner on(ExecutorService threads) {
    return new TaskRunner() {
      @Override
      public void run(List<Runnable> tasks) {
        // A single task, which is the most frequent case, runs on the caller's thread.
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
