package dev.cosmoslocal.internal.budget;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The part of the heap that all users' requests, or all their scripts, may take together. It is one
 * for the process, as the heap is, whichever accounts it has. Thread-safe.
 */
public final class SharedMemory {
  /** For queries, and for the JSON that workers parse: a third of the heap. */
  static final SharedMemory OF_REQUESTS = new SharedMemory(Runtime.getRuntime().maxMemory() / 3);

  /** For scripts: half of the heap, as what they allocate contains garbage. */
  public static final SharedMemory OF_SCRIPTS =
      new SharedMemory(Runtime.getRuntime().maxMemory() / 2);

  private final long bytes;
  private final AtomicLong taken = new AtomicLong();

  SharedMemory(long bytes) {
    this.bytes = bytes;
  }

  /** Takes memory if so much is left, and returns whether it is. */
  public boolean take(long more) {
    if (taken.addAndGet(more) <= bytes) {
      return true;
    }
    taken.addAndGet(-more);
    return false;
  }

  /** Whether so much may be taken while nobody else takes anything. */
  boolean everHas(long all) {
    return all <= bytes;
  }

  long most() {
    return bytes;
  }

  public void giveBack(long less) {
    taken.addAndGet(-less);
  }
}
