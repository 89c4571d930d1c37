package dev.cosmosblog.store.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;

/** Runs the tasks of a batch in parallel. */
@FunctionalInterface
public interface TaskRunner {
  /** Runs tasks, which must not throw, and returns when all have ended. */
  void run(List<Runnable> tasks);

  /** Rejects further batches that need other threads than their own. */
  default void close() {}

  /**
   * Returns a runner whose threads end when it is closed. The caller's thread runs tasks, too, so
   * that a single task, which is the most frequent case, needs no other thread.
   *
   * @param parallelism how many tasks of a batch run at once, if there are enough threads
   */
  static TaskRunner on(ExecutorService threads, int parallelism) {
    return new TaskRunner() {
      @Override
      public void run(List<Runnable> tasks) {
        Queue<Runnable> left = new ConcurrentLinkedQueue<>(tasks);
        Runnable worker =
            () -> {
              for (Runnable task = left.poll(); task != null; task = left.poll()) {
                task.run();
              }
            };
        List<CompletableFuture<?>> others = new ArrayList<>();
        try {
          for (int i = 1; i < Math.min(parallelism, tasks.size()); i++) {
            others.add(CompletableFuture.runAsync(worker, threads));
          }
          worker.run();
        } finally {
          // After a failure, no further task starts, and none continues when the batch is repeated.
          left.clear();
          CompletableFuture.allOf(others.toArray(CompletableFuture[]::new)).join();
        }
      }

      @Override
      public void close() {
        threads.shutdown();
      }
    };
  }
}
