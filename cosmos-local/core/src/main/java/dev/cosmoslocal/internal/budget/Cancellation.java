package dev.cosmoslocal.internal.budget;

import org.jspecify.annotations.Nullable;

/** Ends the work of a request whose response nobody waits for. Thread-safe. */
public final class Cancellation {
  private static final ThreadLocal<@Nullable Cancellation> CURRENT = new ThreadLocal<>();

  private static final Cancellation NEVER = new Cancellation();

  private volatile boolean cancelled;

  /** That of the work which the calling thread does. */
  public static Cancellation current() {
    Cancellation own = CURRENT.get();
    return own == null ? NEVER : own;
  }

  /** Asks the work to end. It does so soon, with an exception. */
  public void cancel() {
    cancelled = true;
  }

  /** Ends the work if it was cancelled. */
  public void check() {
    if (cancelled) {
      throw BudgetExceededException.cancelled();
    }
  }

  public boolean isCancelled() {
    return cancelled;
  }

  public void run(Runnable work) {
    CURRENT.set(this);
    try {
      work.run();
    } finally {
      CURRENT.remove();
    }
  }
}
