package com.example.web;

import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.ThrottledException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs many commands at a time, and retries those that fail while Cosmos DB is throttling or
 * unavailable. The commands must have ids, so that a retry doesn't write twice.
 */
final class RetryingWorkers implements AutoCloseable {
  private static final int ATTEMPTS = 6;
  private static final Duration FIRST_WAIT = Duration.ofMillis(100);

  private final ExecutorService executor;

  RetryingWorkers(int threads) {
    executor = Executors.newFixedThreadPool(threads);
  }

  /** Runs all commands, and throws the failure of the first one that failed. */
  void run(List<Runnable> commands) throws InterruptedException {
    List<Future<Object>> results =
        executor.invokeAll(
            commands.stream().map(command -> Executors.callable(() -> attempt(command))).toList());
    for (Future<Object> result : results) {
      try {
        result.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException failure
            ? failure
            : new IllegalStateException(e.getCause());
      }
    }
  }

  private static void attempt(Runnable command) {
    Duration wait = FIRST_WAIT;
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      try {
        command.run();
        return;
      } catch (ThrottledException e) {
        sleep(wait.compareTo(e.retryAfter()) >= 0 ? wait : e.retryAfter());
      } catch (StoreUnavailableException e) {
        sleep(wait);
      }
      wait = wait.multipliedBy(2);
    }
    command.run();
  }

  private static void sleep(Duration wait) {
    try {
      Thread.sleep(wait.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
