package dev.cosmosblog.changefeed.internal.processor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checks that run at intervals beside the change handlers: the watchdogs of the processors, and
 * the rechecks of renames. Each may take minutes and so has a thread of its own, and delays no
 * other.
 */
public record PeriodicChecks(
    List<Runnable> checks, ScheduledExecutorService scheduler, Duration interval) {
  private static final Logger LOG = LoggerFactory.getLogger(PeriodicChecks.class);

  public void start() {
    long nanos = interval.toNanos();
    for (Runnable check : checks) {
      scheduler.scheduleWithFixedDelay(() -> run(check), nanos, nanos, TimeUnit.NANOSECONDS);
    }
  }

  /** The scheduler would never repeat a check that throws. */
  private void run(Runnable check) {
    try {
      check.run();
    } catch (RuntimeException e) {
      if (scheduler.isShutdown()) {
        LOG.debug("The change feed was closed during a periodic check", e);
      } else {
        LOG.warn("A periodic check of the change feed failed; it is repeated", e);
      }
    }
  }

  /**
   * Begins no further check. A check that is under way is not interrupted: a processor that it
   * restarts ends by itself when it finds the change feed closed.
   */
  public void stop() {
    scheduler.shutdown();
  }
}
