package dev.cosmosblog.examples.blog;

import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.ThrottledException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Repeats commands that Cosmos DB could not take just then. That is safe for every command of the
 * store whose ids are the caller's: what was done is not done twice.
 */
public final class Repeat {
  private static final int ATTEMPTS = 6;
  private static final Duration FIRST_WAIT = Duration.ofMillis(100);

  private Repeat() {}

  /**
   * Runs a command, up to six times within about six seconds and what throttling asks to wait.
   *
   * @param command the command
   * @param <T> what it answers
   * @return its answer
   * @throws StoreException if it failed to the last, or in a way that repeating does not help
   */
  public static <T> T untilDone(Supplier<T> command) {
    Duration wait = FIRST_WAIT;
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      try {
        return command.get();
      } catch (ThrottledException e) {
        pause(longer(wait, e.retryAfter()));
      } catch (StoreUnavailableException e) {
        pause(wait);
      }
      wait = wait.multipliedBy(2);
    }
    return command.get();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  private static void pause(Duration wait) {
    LockSupport.parkNanos(wait.toNanos());
  }
}
