package dev.cosmosblog.local.internal.budget;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one page of a query, or one condition, may still take: time, rows and memory. {@link #run}
 * starts it, and everything that is evaluated draws on {@link #current}. Memory is estimated: it
 * counts what the evaluation holds at one time.
 *
 * <p>Confined to its thread.
 */
public final class Budget {
  private static final int STEPS_BETWEEN_CHECKS = 256;
  private static final long CHUNK = 1L << 20;

  /** Some hundred microseconds. */
  private static final int BRIEF_STEPS = 4_096;

  private static final BudgetLimits BRIEF =
      new BudgetLimits(Duration.ofHours(1), Long.MAX_VALUE, 256 << 10);
  private static final ThreadLocal<@Nullable Budget> CURRENT = new ThreadLocal<>();

  /** Of work that no user's text causes, such as sorting for an index. */
  private static final Budget UNBOUNDED = new Budget(null, null, false);

  private final @Nullable BudgetLimits limits;
  private final @Nullable Budget outer;
  private final boolean brief;
  private final Cancellation cancellation = Cancellation.current();
  private final SharedMemory memory = SharedMemory.OF_QUERIES;
  private final long began = System.nanoTime();
  private final long nanos;
  private int untilCheck;
  private long rows;
  private long bytes;
  private long reserved;
  private boolean low;

  private Budget(@Nullable BudgetLimits limits, @Nullable Budget outer, boolean brief) {
    this.limits = limits;
    this.outer = outer;
    this.brief = brief;
    this.untilCheck = brief ? BRIEF_STEPS : STEPS_BETWEEN_CHECKS;
    long own = limits == null ? Long.MAX_VALUE : limits.time().toNanos();
    this.nanos = outer == null ? own : Math.min(own, outer.nanos - (began - outer.began));
  }

  /**
   * Evaluates something that takes microseconds, also on an event loop: with some thousand steps
   * and some hundred kilobytes at most.
   *
   * @throws EventLoopException if it takes more
   */
  public static <T> T runBriefly(Supplier<T> evaluation) {
    Budget budget = new Budget(BRIEF, CURRENT.get(), true);
    CURRENT.set(budget);
    try {
      return evaluation.get();
    } finally {
      budget.end();
    }
  }

  /**
   * Evaluates something under a new budget of the calling thread. If it has one already, this one
   * ends with it at the latest. Within {@link #runBriefly} it draws on that budget.
   *
   * @throws EventLoopException if the thread is an event loop
   * @throws BudgetExceededException if the budget is used up
   */
  public static <T> T run(BudgetLimits limits, Supplier<T> evaluation) {
    Budget outer = CURRENT.get();
    if (outer != null && outer.brief) {
      return evaluation.get();
    }
    if (Thread.currentThread() instanceof NonBlocking) {
      throw new EventLoopException();
    }
    Budget budget = new Budget(limits, outer, false);
    budget.check();
    CURRENT.set(budget);
    try {
      return evaluation.get();
    } finally {
      budget.end();
    }
  }

  /** The innermost budget of the calling thread; an unbounded one if there is none. */
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
      untilCheck -= (int) Math.min(count, brief ? BRIEF_STEPS : STEPS_BETWEEN_CHECKS);
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
      throw brief ? new EventLoopException() : BudgetExceededException.tooLarge(limits.bytes());
    }
    if (bytes > reserved && !brief) {
      long chunks = (bytes - reserved + CHUNK - 1) / CHUNK * CHUNK;
      if (!memory.take(chunks)) {
        throw BudgetExceededException.busy();
      }
      reserved += chunks;
    }
    step();
  }

  /** Takes the memory of a text. */
  public void allocateText(long length) {
    allocate(2 * length + Long.BYTES * 6);
  }

  /** The memory taken so far, for {@link #release}. */
  public long allocated() {
    return bytes;
  }

  /** Gives back what was taken since a call of {@link #allocated}: nobody refers to it any more. */
  public void release(long before) {
    bytes = before;
  }

  /** The most bytes of one row as JSON. */
  public long rowBytes() {
    return limits == null ? Long.MAX_VALUE : limits.rowBytes();
  }

  /**
   * Fails as {@link #allocate} does beyond the memory.
   *
   * @return the exception, to be thrown
   */
  public RuntimeException tooLarge() {
    return brief ? new EventLoopException() : BudgetExceededException.tooLarge(rowBytes());
  }

  /** Whether half of the time or of the rows is used: a page that can end early does so. */
  public boolean runsLow() {
    return low || limits != null && rows > limits.rows() / 2;
  }

  /**
   * Checks the time and whether the work was cancelled.
   *
   * @throws BudgetExceededException 408 or 503
   * @throws EventLoopException if this is the budget of something brief
   */
  public void check() {
    if (brief) {
      throw new EventLoopException();
    }
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

  private void end() {
    memory.giveBack(reserved);
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }
}
