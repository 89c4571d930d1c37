package dev.cosmosblog.changefeed;

import java.time.Duration;
import java.util.concurrent.CancellationException;

/** Counts the batches in flight and, once closed, lets no new one begin. */
final class InFlight {
  private final Runnable hurry;

  /** Guarded by this. */
  private int batches;

  /** Guarded by this. */
  private boolean closed;

  /** Batches that put nothing off. */
  InFlight() {
    this(() -> {});
  }

  InFlight(Runnable hurry) {
    this.hurry = hurry;
  }

  void run(Runnable batch) {
    synchronized (this) {
      if (closed) {
        throw new CancellationException("The change feed is closing; the batch comes again.");
      }
      batches++;
    }
    try {
      batch.run();
    } finally {
      synchronized (this) {
        batches--;
        notifyAll();
      }
    }
  }

  /** Lets no new batch begin, and those in flight put nothing off. */
  void close() {
    synchronized (this) {
      closed = true;
    }
    hurry.run();
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Waits until no batch is in flight; whether that came true in time. */
  synchronized boolean awaitNone(Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + Bounds.nanos(timeout);
    while (batches > 0) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }
}
