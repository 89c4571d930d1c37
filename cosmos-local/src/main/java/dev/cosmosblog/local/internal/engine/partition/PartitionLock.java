package dev.cosmosblog.local.internal.engine.partition;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Lets one writer at a time into a physical partition. Safe for many threads. */
final class PartitionLock {
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * How many have it for long, or wait to. Raised before the lock is taken, so that who finds that
   * taken sees it.
   */
  private final AtomicInteger longOnes = new AtomicInteger();

  /** Has the calling thread hold it until {@link #free}, called with the same. */
  void take(LockMode tenure) {
    switch (tenure) {
      case IMPATIENT -> takeUnlessLong();
      case PATIENT -> lock.lock();
      case LONG -> {
        longOnes.incrementAndGet();
        lock.lock();
      }
    }
  }

  void free(LockMode tenure) {
    lock.unlock();
    if (tenure == LockMode.LONG) {
      longOnes.decrementAndGet();
    }
  }

  private void takeUnlessLong() {
    try {
      boolean taken = lock.tryLock();
      while (!taken) {
        if (longOnes.get() > 0) {
          throw new PartitionBusyException();
        }
        taken = lock.tryLock(1, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PartitionBusyException();
    }
  }
}
