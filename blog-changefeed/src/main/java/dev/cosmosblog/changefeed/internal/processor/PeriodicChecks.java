package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.internal.handler.ChangeHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the watchdogs of the processors, the rechecks and the publication of scheduled posts at
 * intervals. Each has a separate thread, because it may take minutes.
 */
public record PeriodicChecks(
    List<Check> checks, ScheduledExecutorService scheduler, Duration interval) {
  private static final Logger LOG = LoggerFactory.getLogger(PeriodicChecks.class);

  /** A check. If it fails, the container's health reports a problem until it succeeds. */
  public record Check(String name, SourceMonitor monitor, Runnable body) {}

  public void start() {
    long nanos = interval.toNanos();
    for (Check check : checks) {
      scheduler.scheduleWithFixedDelay(() -> run(check), nanos, nanos, TimeUnit.NANOSECONDS);
    }
  }

  /** Catches everything, because the scheduler wouldn't repeat a check that throws. */
  private void run(Check check) {
    try {
      check.body().run();
      check.monitor().problemEnded(check.name());
    } catch (RuntimeException | Error e) {
      try {
        failed(check, e);
      } catch (RuntimeException | Error untold) {
        return; // Logging may fail for the same reason, such as too little memory.
      }
    }
  }

  private void failed(Check check, Throwable failure) {
    if (scheduler.isShutdown()) {
      LOG.debug("The change feed was closed during a periodic check", failure);
    } else {
      check.monitor().checkFailed(check.name(), failure);
      ChangeHandler.warn(LOG, check.name() + " failed; it is repeated", failure);
    }
  }

  /**
   * Doesn't interrupt a running check: a processor that it restarts ends when it finds the change
   * feed closed.
   */
  public void stop() {
    scheduler.shutdown();
  }
}
