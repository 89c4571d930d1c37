package dev.cosmosblog.simulation;

import dev.cosmosblog.simulation.Scheduler.Actor;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs a host's periodic checks as tasks of the schedule; it has no threads. */
final class SimulatedChecks extends ScheduledThreadPoolExecutor {
  private final Scheduler scheduler;
  private final Actor actor;

  SimulatedChecks(Scheduler scheduler, Actor actor) {
    super(0);
    this.scheduler = scheduler;
    this.actor = actor;
  }

  @Override
  public @Nullable ScheduledFuture<?> schedule(Runnable check, long delay, TimeUnit unit) {
    Duration pause = Duration.ofNanos(unit.toNanos(delay));
    scheduler.spawn(
        actor,
        actor.name + " checks",
        () -> {
          scheduler.sleep(pause);
          if (!isShutdown()) {
            check.run();
          }
        });
    return null;
  }
}
