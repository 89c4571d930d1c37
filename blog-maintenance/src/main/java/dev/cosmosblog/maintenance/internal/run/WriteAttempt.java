package dev.cosmosblog.maintenance.internal.run;

import dev.cosmosblog.store.error.StoreRejectedException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** How an attempt at a conditional write ended. */
public enum WriteAttempt {
  /** The write succeeded, or none was needed. */
  DONE,
  /** The item was modified since it was read. Read it again. */
  CONFLICT,
  /** Cosmos DB refused the write, for example because the item would exceed 2 MB. */
  REFUSED;

  static final int LIMIT = 20;
  private static final Duration PAUSE = Duration.ofMillis(20);

  /** Attempts a write. A refused item must not stop the others, so a refusal is a result. */
  public static WriteAttempt once(BooleanSupplier write) {
    try {
      return write.getAsBoolean() ? DONE : CONFLICT;
    } catch (StoreRejectedException e) {
      return REFUSED;
    }
  }

  /** Repeats an attempt after a conflict, up to {@value #LIMIT} times, 20 ms apart. */
  public static WriteAttempt repeat(RunTimer timer, Supplier<WriteAttempt> attempt)
      throws InterruptedException {
    WriteAttempt last = attempt.get();
    for (int more = 1; more < LIMIT && last == CONFLICT; more++) {
      timer.sleeper().sleep(PAUSE);
      last = attempt.get();
    }
    return last;
  }
}
