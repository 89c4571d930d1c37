package dev.cosmoslocal.internal.script;

import com.sun.management.ThreadMXBean;
import dev.cosmoslocal.internal.budget.Cancellation;
import dev.cosmoslocal.internal.budget.SharedMemory;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/** The remaining time, operations and memory of a script's call. */
final class ScriptBudget {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** The bytes of a script's memory for a character of one text. */
  private static final int TEXT_SHARE = 16;

  /** So many sums as {@link SizedExpressions} leaves unchecked fit into an int. */
  private static final long MAX_CHARACTERS = 1 << 24;

  /** The bytes of a script's memory for an element of one array. */
  private static final int ARRAY_SHARE = 128;

  /** The memory that each script may take, whatever others take. */
  private static final long UNSHARED = 16L << 20;

  private static final long CHUNK = 4L << 20;

  /** The work of built-in functions between two checks, in characters and elements. */
  private static final int WORK_BETWEEN_CHECKS = 20_000;

  private final ScriptLimits limits;
  private final LongSupplier nanoTime;
  private final long began;
  private final long nanos;
  private final Cancellation cancellation = Cancellation.current();

  // Confined to the script's thread.
  private int operationsLeft;
  private long allocatedBefore;
  private long entered;
  private long reserved;
  private double work;

  ScriptBudget(ScriptLimits limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.began = nanoTime.getAsLong();
    this.nanos = limits.time().toNanos();
    this.operationsLeft = limits.operations();
  }

  /** Begins to count what the calling thread allocates. */
  void enter() {
    entered = THREADS.getCurrentThreadAllocatedBytes();
  }

  /** Ends what {@link #enter} began. Another thread may continue. */
  void leave() {
    allocatedBefore += THREADS.getCurrentThreadAllocatedBytes() - entered;
    SharedMemory.OF_SCRIPTS.giveBack(reserved);
    reserved = 0;
  }

  /** Takes an operation, if one is left and there is time for it. */
  boolean accepts() {
    if (operationsLeft <= 0 || used() > nanos / 5 * 4) {
      return false;
    }
    operationsLeft--;
    return true;
  }

  /** Counts what a built-in function is about to do, and checks the budget now and then. */
  void checkWork(double characters) {
    work += 1 + characters;
    if (work > WORK_BETWEEN_CHECKS) {
      work = 0;
      check();
    }
  }

  /**
   * Checks the time, the memory, and whether somebody still waits.
   *
   * @throws ScriptStopped if the script has to end
   */
  void check() {
    if (used() > nanos) {
      throw new ScriptStopped(ScriptStopped.Reason.TIME);
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - entered;
    if (allocated + allocatedBefore > limits.bytes()) {
      throw new ScriptStopped(ScriptStopped.Reason.MEMORY);
    }
    if (allocated > reserved + UNSHARED) {
      reserve(allocated - reserved - UNSHARED + CHUNK);
    }
    if (cancellation.isCancelled() || Thread.currentThread().isInterrupted()) {
      throw new ScriptStopped(ScriptStopped.Reason.CANCELLED);
    }
  }

  private void reserve(long bytes) {
    if (!SharedMemory.OF_SCRIPTS.take(bytes)) {
      throw new ScriptStopped(ScriptStopped.Reason.BUSY);
    }
    reserved += bytes;
  }

  long mostCharacters() {
    return Math.min(MAX_CHARACTERS, limits.bytes() / TEXT_SHARE);
  }

  long mostElements() {
    return limits.bytes() / ARRAY_SHARE;
  }

  long nanosLeft() {
    return Math.max(0, nanos - used());
  }

  private long used() {
    return nanoTime.getAsLong() - began;
  }
}
