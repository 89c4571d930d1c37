package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.internal.handler.ChangeHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checks that run at intervals beside the change handlers: the watchdogs of the processors, and
 * the rechecks. Each may take minutes, and has a separate thread.
 */
public record PeriodicChecks(
    List<Check> checks, ScheduledExecutorService scheduler, Duration interval) {
  private static final Logger LOG = LoggerFactory.getLogger(PeriodicChecks.class);

  /** A check whose failure is a problem in a container's health until it succeeds. */
  public record Check(String name, SourceMonitor monitor, Runnable body) {}

  public void start() {
    long nanos = interval.toNanos();
    for (Check check : checks) {
      scheduler.scheduleWithFixedDelay(() -> run(check), nanos, nanos, TimeUnit.NANOSECONDS);
    }
  }

  /** The scheduler would never repeat a check that throws, be it an error. */
  private void run(Check check) {
    try {
      check.body().run();
      check.monitor().problemEnded(check.name());
    } catch (RuntimeException | Error e) {
      try {
        failed(check, e);
      } catch (RuntimeException | Error untold) {
        return; // An error of the check, such as too little memory, may occur when it is logged,
        // too.
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
   * Does not interrupt a check that is under way: a processor that it restarts ends by itself when
   * it finds the change feed closed.
   */
  public void stop() {
    scheduler.shutdown();
  }
}
