package dev.cosmosblog.local.internal.engine.partition;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Admits one writer at a time to a physical partition. Safe for many threads. */
final class PartitionLock {
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * The number of long holders, present or waiting. Raised before the lock is taken, so that a
   * writer that finds it taken knows.
   */
  private final AtomicInteger longOnes = new AtomicInteger();

  /** Locks for the calling thread until {@link #free} is called with the same mode. */
  void take(LockMode lockMode) {
    switch (lockMode) {
      case IMPATIENT -> takeUnlessLong();
      case PATIENT -> lock.lock();
      case LONG -> {
        longOnes.incrementAndGet();
        lock.lock();
      }
    }
  }

  void free(LockMode lockMode) {
    lock.unlock();
    if (lockMode == LockMode.LONG) {
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
