package dev.cosmoslocal.internal.engine.account;

import dev.cosmoslocal.internal.engine.partition.LockMode;
import dev.cosmoslocal.internal.engine.partition.PartitionBusyException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Runs a snapshot or a restore between requests, so that each request sees one state of the
 * account.
 */
final class StateLock {
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /** Runs a request beside others. */
  <T> T shared(LockMode lockMode, Supplier<T> request) {
    if (lockMode != LockMode.IMPATIENT) {
      lock.readLock().lock();
    } else if (!takenAtOnce()) {
      throw new PartitionBusyException();
    }
    try {
      return request.get();
    } finally {
      lock.readLock().unlock();
    }
  }

  /** With a time, unlike without one, it doesn't overtake a restore that waits. */
  private boolean takenAtOnce() {
    try {
      return lock.readLock().tryLock(0, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Waits for the requests that are running, and lets later ones wait. */
  <T> T alone(Supplier<T> work) {
    lock.writeLock().lock();
    try {
      return work.get();
    } finally {
      lock.writeLock().unlock();
    }
  }
}
