package dev.cosmosblog.changefeed;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what is to be done beside the changes, again and again. A restart, and a look at renames
 * that have settled, may take minutes; so each look has its own thread, and holds up no other.
 */
final class Watchdog {
  /** One for each container that is followed, and one at renames. */
  static final int LOOKS = 3;

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
    for (ProcessorWatch watch : watches) {
      repeat(() -> watch.look(clock.instant()));
    }
    repeat(renames::look);
  }

  private void repeat(Runnable look) {
    long nanos = interval.toNanos();
    scheduler.scheduleWithFixedDelay(() -> guarded(look), nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** Looks once; a look that fails is made up for by the next. */
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
