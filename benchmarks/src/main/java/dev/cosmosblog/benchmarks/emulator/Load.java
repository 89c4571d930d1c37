package dev.cosmosblog.benchmarks.emulator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Makes calls from a number of threads at once, each as soon as its last one is answered. */
final class Load implements AutoCloseable {
  private final int clients;
  private final ExecutorService executor;

  Load(int clients) {
    this.clients = clients;
    this.executor = Executors.newFixedThreadPool(clients);
  }

  /**
   * Makes calls and waits for their answers.
   *
   * @param numbers gives each call its number
   * @param calls how many
   * @param call what is called with a number
   * @return what each took, in nanoseconds
   */
  List<Long> run(AtomicInteger numbers, int calls, IntConsumer call) throws InterruptedException {
    AtomicInteger left = new AtomicInteger(calls);
    Callable<List<Long>> client =
        () -> {
          List<Long> took = new ArrayList<>();
          while (left.getAndDecrement() > 0) {
            long start = System.nanoTime();
            call.accept(numbers.getAndIncrement());
            took.add(System.nanoTime() - start);
          }
          return took;
        };
    List<Long> all = new ArrayList<>();
    for (Future<List<Long>> each :
        executor.invokeAll(java.util.Collections.nCopies(clients, client))) {
      all.addAll(join(each));
    }
    return all;
  }

  private static List<Long> join(Future<List<Long>> each) throws InterruptedException {
    try {
      return each.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
