package dev.cosmosblog.local.internal.budget;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The part of the heap that all users' queries and scripts may take together. It is one for the
 * process, as the heap is, whichever accounts it has.
 */
final class SharedMemory {
  private static final int SHARES = 3;

  /** The memory of the process. */
  static final SharedMemory OF_PROCESS =
      new SharedMemory(Runtime.getRuntime().maxMemory() / SHARES);

  private final long bytes;
  private final AtomicLong taken = new AtomicLong();

  SharedMemory(long bytes) {
    this.bytes = bytes;
  }

  /** Takes memory if so much is left. */
  boolean take(long more) {
    if (taken.addAndGet(more) <= bytes) {
      return true;
    }
    taken.addAndGet(-more);
    return false;
  }

  void giveBack(long less) {
    taken.addAndGet(-less);
  }
}
