package dev.cosmosblog.examples.blog;

import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.ThrottledException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Threads for several operations at a time, with a bounded number under way. */
public final class Workers implements AutoCloseable {
  /** The operations for each thread that may be under way, or wait for their result's turn. */
  private static final int WINDOW = 32;

  private static final int ATTEMPTS = 6;
  private static final Duration FIRST_WAIT = Duration.ofMillis(100);

  private final int threads;
  private final ExecutorService executor;

  /**
   * Starts the threads.
   *
   * @param threads the number of threads
   */
  public Workers(int threads) {
    this.threads = threads;
    this.executor = Executors.newFixedThreadPool(threads, Workers::daemon);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "worker");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Returns the threads as an executor, without a bound on the work under way.
   *
   * @return the executor
   */
  public ExecutorService executor() {
    return executor;
  }

  /**
   * Does the work for each input, several at a time, and passes the results on in the inputs'
   * order.
   *
   * @param inputs the inputs, taken as they are needed
   * @param work runs on a worker's thread
   * @param results takes each result on the caller's thread
   * @param <T> the type of the inputs
   * @param <R> the type of the results
   * @throws InterruptedException if the thread is interrupted
   */
  public <T, R> void inOrder(Iterator<T> inputs, Function<T, R> work, Consumer<R> results)
      throws InterruptedException {
    Deque<Future<R>> underWay = new ArrayDeque<>();
    while (inputs.hasNext()) {
      T input = inputs.next();
      underWay.add(executor.submit(() -> work.apply(input)));
      if (underWay.size() >= threads * WINDOW) {
        results.accept(await(underWay.remove()));
      }
    }
    while (!underWay.isEmpty()) {
      results.accept(await(underWay.remove()));
    }
  }

  /**
   * Does the work for each input, several at a time.
   *
   * @param inputs the inputs, taken as they are needed
   * @param work runs on a worker's thread
   * @param <T> the type of the inputs
   * @throws InterruptedException if the thread is interrupted
   */
  public <T> void forEach(Iterator<T> inputs, Consumer<T> work) throws InterruptedException {
    inOrder(
        inputs,
        input -> {
          work.accept(input);
          return input;
        },
        done -> {});
  }

  private static <R> R await(Future<R> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /**
   * Runs an operation, and repeats it up to five times, within about six seconds plus the waits
   * that throttling asks for, while Cosmos DB is throttling or unavailable. That is safe for
   * queries, and for the store's commands if the caller chooses the ids: a repeated command is not
   * done twice.
   *
   * @param operation the operation
   * @param <T> the type of its result
   * @return its result
   * @throws StoreException if the last attempt failed, or if repeating does not help
   */
  public static <T> T untilDone(Supplier<T> operation) {
    Duration wait = FIRST_WAIT;
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      try {
        return operation.get();
      } catch (ThrottledException e) {
        pause(wait.compareTo(e.retryAfter()) >= 0 ? wait : e.retryAfter());
      } catch (StoreUnavailableException e) {
        pause(wait);
      }
      wait = wait.multipliedBy(2);
    }
    return operation.get();
  }

  private static void pause(Duration wait) {
    LockSupport.parkNanos(wait.toNanos());
  }

  /** Starts nothing new, and waits up to 5 s for the work under way. */
  @Override
  public void close() {
    executor.shutdownNow();
    try {
      executor.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
