package dev.cosmosblog.changefeed;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what is to be done beside the changes, again and again, on a thread of its own. */
final class Watchdog {
  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

  private final List<ProcessorWatch> watches;
  private final SettledLook renames;
  private final ScheduledExecutorService scheduler;
  private final Clock clock;
  private final Duration interval;

  Watchdog(
      List<ProcessorWatch> watches,
      SettledLook renames,
      ScheduledExecutorService scheduler,
      Clock clock,
      Duration interval) {
    this.watches = List.copyOf(watches);
    this.renames = renames;
    this.scheduler = scheduler;
    this.clock = clock;
    this.interval = interval;
  }

  void start() {
    long nanos = interval.toNanos();
    scheduler.scheduleWithFixedDelay(this::look, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** Looks once; a look that fails is made up for by the next. */
  void look() {
    for (ProcessorWatch watch : watches) {
      guarded(() -> watch.look(clock.instant()));
    }
    guarded(renames::look);
  }

  private void guarded(Runnable look) {
    try {
      look.run();
    } catch (RuntimeException e) {
      if (scheduler.isShutdown()) {
        LOG.debug("The change feed was closed while its watchdog looked", e);
        return;
      }
      // Were it thrown, the scheduler would never look again.
      LOG.warn("The change feed's watchdog could not look; it looks again", e);
    }
  }

  /**
   * Looks no more. A look that is under way is not interrupted: a processor that it starts ends
   * itself when it has come to run and finds the change feed closed.
   */
  void stop() {
    scheduler.shutdown();
  }
}
