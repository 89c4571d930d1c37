package dev.cosmoslocal.internal.engine.partition;

import dev.cosmoslocal.internal.budget.Cancellation;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Admits one writer at a time to a physical partition. Thread-safe. */
final class PartitionLock {
  /** The time between two looks at whether somebody still waits for the work. */
  private static final int LOOK_MILLIS = 100;

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
      case PATIENT -> takeUnlessCancelled();
      case LONG -> {
        longOnes.incrementAndGet();
        boolean taken = false;
        try {
          takeUnlessCancelled();
          taken = true;
        } finally {
          longOnes.addAndGet(taken ? 0 : -1);
        }
      }
    }
  }

  /**
   * Waits for other holders until the work of the thread is cancelled.
   *
   * @throws dev.cosmoslocal.internal.budget.BudgetExceededException 503 if it is
   */
  private void takeUnlessCancelled() {
    Cancellation cancellation = Cancellation.current();
    boolean interrupted = Thread.interrupted();
    try {
      boolean taken = lock.tryLock();
      while (!taken) {
        cancellation.check();
        try {
          taken = lock.tryLock(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
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
