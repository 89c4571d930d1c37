package dev.cosmosblog.examples.blog;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** Threads that do several things at once, of which only a bounded number is under way. */
public final class Workers implements AutoCloseable {
  /** Work that may be under way or wait to be taken over, for each thread. */
  private static final int WINDOW = 32;

  private final int threads;
  private final ExecutorService executor;

  /**
   * Starts the threads.
   *
   * @param threads how many
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
   * Where single pieces of work go.
   *
   * @return the threads, as an executor without a bound
   */
  public ExecutorService executor() {
    return executor;
  }

  /**
   * Does one thing for each input, several at once, and hands the results over one by one in the
   * inputs' order.
   *
   * @param inputs the inputs, taken as they are needed
   * @param work what is done on a worker's thread
   * @param results takes each result on the caller's thread
   * @param <T> an input's type
   * @param <R> a result's type
   * @throws InterruptedException if the thread was interrupted
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
   * Does one thing for each input, several at once.
   *
   * @param inputs the inputs, taken as they are needed
   * @param work what is done on a worker's thread
   * @param <T> an input's type
   * @throws InterruptedException if the thread was interrupted
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

  /** Begins nothing new, and waits a little for what is under way. */
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
