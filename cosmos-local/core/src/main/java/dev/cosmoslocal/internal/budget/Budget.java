package dev.cosmoslocal.internal.budget;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The time, rows and memory that one page of a query, or one condition, may still take. {@link
 * #run} starts it, and everything that is evaluated draws on {@link #current}. Memory is estimated:
 * it counts what the evaluation holds at one time.
 *
 * <p>{@link #runRequest} starts the one around a whole request of a worker, which has no bounds of
 * its own: the pieces of the request share the time of one, and what they leave behind, and the
 * request's body, count as memory of the process until the request ends.
 *
 * <p>Confined to its thread.
 */
public final class Budget {
  private static final int STEPS_BETWEEN_CHECKS = 256;
  private static final long CHUNK = 256L << 10;

  /** The memory that is given back late, so that it need not be taken again soon. */
  private static final long SURPLUS = 4L << 20;

  /** The memory that each request may take, whatever others take. */
  private static final long UNSHARED = 64L << 10;

  private static final BudgetLimits OF_REQUESTS =
      new BudgetLimits(Duration.ofDays(1), Long.MAX_VALUE, Long.MAX_VALUE);
  private static final ThreadLocal<@Nullable Budget> CURRENT = new ThreadLocal<>();

  /** Of work that no user's text causes, such as sorting for an index. */
  public static final Budget UNBOUNDED = new Budget(null, null);

  private final @Nullable BudgetLimits limits;
  private final @Nullable Budget outer;
  private final Cancellation cancellation = Cancellation.current();
  private final SharedMemory memory = SharedMemory.OF_REQUESTS;
  private final long began = System.nanoTime();
  private final long nanos;
  private int untilCheck;
  private long rows;
  private long bytes;
  private long reserved;

  /** The time of the pieces of a request that have ended. */
  private long spent;

  private boolean low;

  private Budget(@Nullable BudgetLimits limits, @Nullable Budget outer) {
    this.limits = limits;
    this.outer = outer;
    this.untilCheck = STEPS_BETWEEN_CHECKS;
    long own = limits == null ? Long.MAX_VALUE : limits.time().toNanos();
    this.nanos =
        outer == null ? own : Math.min(own - outer.spent, outer.nanos - (began - outer.began));
  }

  public static void runRequest(Runnable work) {
    Budget budget = new Budget(OF_REQUESTS, CURRENT.get());
    CURRENT.set(budget);
    try {
      work.run();
    } finally {
      budget.end();
    }
  }

  /**
   * Runs something that must not fail halfway, such as writing what has been decided. Nothing that
   * it does is counted.
   */
  public static <T> T runUncounted(Supplier<T> work) {
    Budget budget = CURRENT.get();
    CURRENT.remove();
    try {
      return work.get();
    } finally {
      if (budget != null) {
        CURRENT.set(budget);
      }
    }
  }

  /**
   * Evaluates something under a new budget of the calling thread. If it has one already, this one
   * ends with it at the latest, and what it holds at its end counts there.
   *
   * @throws EventLoopException if the thread is an event loop
   * @throws BudgetExceededException if the budget is used up
   */
  public static <T> T run(BudgetLimits limits, Supplier<T> evaluation) {
    Budget outer = CURRENT.get();
    if (Thread.currentThread() instanceof NonBlocking) {
      throw new EventLoopException();
    }
    Budget budget = new Budget(limits, outer);
    budget.check();
    CURRENT.set(budget);
    try {
      T result = evaluation.get();
      budget.handOver();
      return result;
    } finally {
      budget.end();
    }
  }

  /** Returns the innermost budget of the calling thread, or an unlimited one. */
  public static Budget current() {
    Budget budget = CURRENT.get();
    return budget == null ? UNBOUNDED : budget;
  }

  /** Counts a small piece of work. */
  public void step() {
    if (limits != null && --untilCheck < 0) {
      check();
    }
  }

  /** Counts work that takes as long as so many small pieces. */
  public void steps(long count) {
    if (limits != null) {
      untilCheck -= (int) Math.min(count, STEPS_BETWEEN_CHECKS);
      if (untilCheck < 0) {
        check();
      }
    }
  }

  /** Counts a row of a join or of a subquery. */
  public void row() {
    if (limits != null && ++rows > limits.rows()) {
      throw BudgetExceededException.tooLong(limits.rows() + " rows");
    }
    step();
  }

  /**
   * Takes memory. Called before it is used, so that the process never runs out of it.
   *
   * @throws BudgetExceededException 413 if this budget has not so much left, 429 if the process has
   *     not
   */
  public void allocate(long more) {
    if (limits == null) {
      return;
    }
    bytes += more;
    if (bytes > limits.bytes() || bytes < 0) {
      throw BudgetExceededException.tooLarge(limits.bytes());
    }
    if (bytes > reserved + UNSHARED) {
      reserve();
    }
    step();
  }

  private void reserve() {
    long chunks = (bytes - UNSHARED - reserved + CHUNK - 1) / CHUNK * CHUNK;
    if (!memory.take(chunks)) {
      throw memory.everHas(reserved + chunks)
          ? BudgetExceededException.busy()
          : BudgetExceededException.tooLarge(memory.most());
    }
    reserved += chunks;
  }

  /** Whether memory is counted here. */
  public boolean counts() {
    return limits != null;
  }

  /** Takes the memory of a text. */
  public void allocateText(long length) {
    allocate(2 * length + Long.BYTES * 6);
  }

  public long allocated() {
    return bytes;
  }

  /** Gives back what was taken since a call of {@link #allocated}: nobody refers to it any more. */
  public void release(long before) {
    if (limits == null) {
      return;
    }
    bytes = before;
    long surplus = reserved - Math.max(0, bytes) - SURPLUS;
    if (surplus > SURPLUS) {
      memory.giveBack(surplus);
      reserved -= surplus;
    }
  }

  /** Gives back what was taken since a call of {@link #allocated}, except for some bytes. */
  public void keep(long before, long held) {
    release(before);
    allocate(held);
  }

  /**
   * Checks the size of a value before it is allocated.
   *
   * @throws BudgetExceededException 413 if this budget never has so much
   */
  public long checked(long size) {
    if (limits != null && size > limits.bytes()) {
      throw BudgetExceededException.tooLarge(limits.bytes());
    }
    return size;
  }

  /** The most bytes of one row as JSON. */
  public long rowBytes() {
    return limits == null ? Long.MAX_VALUE : limits.rowBytes();
  }

  public RuntimeException tooLarge() {
    return BudgetExceededException.tooLarge(rowBytes());
  }

  /**
   * Whether half of the time, of the rows or of the memory is used: a page that can end early does
   * so.
   */
  public boolean runsLow() {
    return low || limits != null && (rows > limits.rows() / 2 || bytes > limits.bytes() / 2);
  }

  /**
   * Checks the time and whether the work was cancelled.
   *
   * @throws BudgetExceededException 408 or 503
   */
  public void check() {
    untilCheck = STEPS_BETWEEN_CHECKS;
    if (limits == null) {
      return;
    }
    if (cancellation.isCancelled()) {
      throw BudgetExceededException.cancelled();
    }
    long used = System.nanoTime() - began;
    low = used > nanos / 2;
    if (used > nanos) {
      throw BudgetExceededException.tooLong(limits.time().toMillis() + " ms");
    }
  }

  /** Counts what this holds in the outer budget: the result may refer to it. */
  private void handOver() {
    if (outer == null) {
      return;
    }
    outer.bytes += bytes;
    long moved = Math.max(0, Math.min(reserved, outer.bytes - outer.reserved));
    outer.reserved += moved;
    reserved -= moved;
  }

  private void end() {
    memory.giveBack(reserved);
    if (outer == null) {
      CURRENT.remove();
    } else {
      outer.spent += outer.limits == OF_REQUESTS ? System.nanoTime() - began : 0;
      CURRENT.set(outer);
    }
  }
}
