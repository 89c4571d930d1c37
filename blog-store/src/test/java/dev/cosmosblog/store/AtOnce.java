package dev.cosmosblog.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Runs something on many threads that all begin together. */
final class AtOnce {
  private static final int SECONDS = 120;

  private AtOnce() {}

  /** The results in the order of the threads' numbers; a failure of one fails all. */
  static <T> List<T> run(int threads, IntFunction<T> work) {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      CountDownLatch ready = new CountDownLatch(threads);
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int number = i;
        futures.add(
            executor.submit(
                () -> {
                  ready.countDown();
                  ready.await();
                  return work.apply(number);
                }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get(SECONDS, TimeUnit.SECONDS));
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("one of " + threads + " threads failed: " + e.getMessage(), e);
    } finally {
      executor.shutdownNow();
    }
  }
}
