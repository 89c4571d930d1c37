package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.store.spi.TaskRunner;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Does the same for many items of a batch at once, and waits for all of it. The number of threads
 * bounds the requests under way, with one more for each range: what a batch does for a single item,
 * or for all together, it does on its own thread. Throttled requests wait on their threads, so that
 * 429 slows a host down.
 */
@FunctionalInterface
public interface ItemTasks extends TaskRunner {
  /** One item after the other, on the caller's thread. */
  ItemTasks IN_ORDER = tasks -> tasks.forEach(Runnable::run);

  /**
   * Passes each item to an action. If some fail, the others are done before that is thrown; a
   * failure that no item causes first, since the batch is redelivered for it, and before it a
   * reason why the time ran out.
   */
  default <T> void forEach(Collection<T> items, Consumer<T> action) {
    Queue<RuntimeException> failures = new ConcurrentLinkedQueue<>();
    Consumer<T> caught =
        item -> {
          try {
            action.accept(item);
          } catch (RuntimeException e) {
            failures.add(e);
          }
        };
    run(items.stream().map(item -> (Runnable) () -> caught.accept(item)).toList());
    failures.stream()
        .min(Comparator.comparing(ItemTasks::rank))
        .ifPresent(
            failure -> {
              throw failure;
            });
  }

  private static int rank(RuntimeException failure) {
    if (ChangeHandler.isCausedByItem(failure)) {
      return 2;
    }
    return failure instanceof BatchUnfinishedException ? 1 : 0;
  }

  static ItemTasks of(TaskRunner runner) {
    return new ItemTasks() {
      @Override
      public void run(List<Runnable> tasks) {
        runner.run(tasks);
      }

      @Override
      public void close() {
        runner.close();
      }
    };
  }
}
