package dev.cosmosblog.local.engine;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The items of one range of keys. One transaction at a time writes, under the partition's lock; readers take a view
 * of what the last one left, and wait for nobody.
 */
final class PhysicalPartition {
  private final String id;
  private final EpkRange range;
  private final ContainerState container;
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final ExpirySweep sweep = new ExpirySweep();
  private final PartitionWriter writer;

  /** Written under the lock. */
  private volatile PartitionView view;

  PhysicalPartition(String id, EpkRange range, ContainerState container) {
    this.id = id;
    this.range = range;
    this.container = container;
    this.writer = new PartitionWriter(container, container.layout());
    this.view = writer.view(1);
  }

  String id() {
    return id;
  }

  EpkRange range() {
    return range;
  }

  long lsn() {
    return view.lsn();
  }

  /** What the last transaction left. */
  PartitionView view() {
    return view;
  }

  Optional<Item> find(ItemKey key) {
    return view.live(key);
  }

  /** Runs writes that take effect together, under one LSN, or not at all if they throw. */
  <T> T write(Function<Transaction, T> work) {
    lock.lock();
    try {
      long lsn = view.lsn() + 1;
      Transaction transaction = new Transaction(view, lsn);
      T result = work.apply(transaction);
      if (!transaction.changes().isEmpty()) {
        transaction.changes().forEach(writer::apply);
        sweep.step(writer.view(lsn)).forEach(item -> writer.apply(item.key(), Optional.empty()));
        view = writer.view(lsn);
      }
      return result;
    } finally {
      lock.unlock();
    }
  }
}
