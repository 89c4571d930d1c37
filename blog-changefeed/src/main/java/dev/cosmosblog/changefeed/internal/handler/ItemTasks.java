package dev.cosmosblog.changefeed.internal.handler;

import dev.cosmosblog.store.spi.TaskRunner;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Runs an action for many items of a batch in parallel, and waits for all of them. The number of
 * threads limits the requests in flight of each range. Throttled requests wait on these threads, so
 * that a host slows down on 429.
 */
@FunctionalInterface
public interface ItemTasks extends TaskRunner {
  /** Handles one item after the other, on the caller's thread. */
  ItemTasks IN_ORDER = tasks -> tasks.forEach(Runnable::run);

  /**
   * Passes each item to an action. If some fail, the others are done before a failure is thrown. A
   * {@link BatchUnfinishedException} comes first, then failures that aren't an item's fault,
   * because the batch is redelivered after either.
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
