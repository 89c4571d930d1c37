package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.changefeed.internal.handler.ChangeHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the watchdogs of the processors, the rechecks and the publication of scheduled posts at
 * intervals. Each has a separate thread, because it may take minutes.
 */
public record PeriodicChecks(
    List<Check> checks, ScheduledExecutorService scheduler, Duration interval) {
  private static final Logger LOG = LoggerFactory.getLogger(PeriodicChecks.class);

  private static final Duration SOON = Duration.ofSeconds(1);

  /** The wait if there is too little memory to schedule the next run of a check. */
  private static final Duration FOR_MEMORY = Duration.ofMillis(100);

  /**
   * A check. If it fails, the container's health reports a problem until it succeeds.
   *
   * @param body returns whether to repeat the check soon
   * @param atStart whether it also runs right after the start
   */
  public record Check(String name, SourceMonitor monitor, BooleanSupplier body, boolean atStart) {
    public Check(String name, SourceMonitor monitor, Runnable body) {
      this(
          name,
          monitor,
          () -> {
            body.run();
            return false;
          },
          false);
    }
  }

  /** The checks are spread over the interval, so that a short outage doesn't fall between two. */
  public void start() {
    for (int i = 0; i < checks.size(); i++) {
      Check check = checks.get(i);
      Duration offset = interval.multipliedBy(i + 1).dividedBy(checks.size());
      if (check.atStart()) {
        schedule(check, offset, SOON);
      } else {
        schedule(check, interval, offset);
      }
    }
  }

  /** Catches everything, because the scheduler wouldn't repeat a check that throws. */
  private void run(Check check, Duration pause) {
    boolean soon = false;
    try {
      soon = check.body().getAsBoolean();
      check.monitor().problemEnded(check.name());
      check.monitor().outages().works(check.name());
    } catch (RuntimeException | Error e) {
      try {
        soon = failed(check, e);
      } catch (RuntimeException | Error untold) {
        // Logging may fail for the same reason, such as too little memory.
        soon = false;
      }
    }
    boolean isScheduled = false;
    while (!isScheduled) {
      try {
        schedule(check, soon ? pause : interval, soon ? SOON : pause);
        isScheduled = true;
      } catch (OutOfMemoryError e) {
        LockSupport.parkNanos(FOR_MEMORY.toNanos());
      }
    }
  }

  /** Runs a check after a delay, and again after a pause. */
  private void schedule(Check check, Duration pause, Duration delay) {
    try {
      scheduler.schedule(() -> run(check, pause), delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException closed) {
      LOG.debug("The change feed was closed during a periodic check", closed);
    }
  }

  /** Returns whether the account is unavailable, so that the check is soon repeated. */
  private boolean failed(Check check, Throwable failure) {
    if (scheduler.isShutdown()) {
      LOG.debug("The change feed was closed during a periodic check", failure);
      return false;
    }
    boolean unavailable = check.monitor().outages().covers(check.name(), failure);
    check.monitor().checkFailed(check.name(), failure);
    if (!unavailable) {
      ChangeHandler.warn(LOG, check.name() + " failed; it is repeated", failure);
    }
    return unavailable;
  }

  /**
   * Doesn't interrupt a running check: a processor that it restarts ends when it finds the change
   * feed closed.
   */
  public void stop() {
    scheduler.shutdown();
  }
}
