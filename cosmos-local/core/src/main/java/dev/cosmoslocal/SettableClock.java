package dev.cosmoslocal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;

/** A clock that a test sets, stops, advances and runs. Thread-safe. */
public final class SettableClock extends Clock {
  private final SharedTime shared;
  private final ZoneId zone;

  private SettableClock(SharedTime shared, ZoneId zone) {
    this.shared = shared;
    this.zone = zone;
  }

  /**
   * Creates a stopped clock.
   *
   * @param time the time that it shows
   * @return the clock, in UTC
   */
  public static SettableClock frozenAt(Instant time) {
    Objects.requireNonNull(time, "time");
    return new SettableClock(
        new SharedTime(Clock.systemUTC(), time, false), Clock.systemUTC().getZone());
  }

  /**
   * Creates a clock that runs with another one and shows the same time until it is set.
   *
   * @param base the other clock, such as the system's
   * @return the clock, in the zone of the other one
   */
  public static SettableClock runningWith(Clock base) {
    Objects.requireNonNull(base, "base");
    return new SettableClock(new SharedTime(base, base.instant(), true), base.getZone());
  }

  /**
   * Sets the time. A running clock continues from there.
   *
   * @param time the new time
   */
  public void set(Instant time) {
    Objects.requireNonNull(time, "time");
    shared.set(time);
  }

  /**
   * Moves the clock forward or back.
   *
   * @param by the amount; negative to go back
   */
  public void advance(Duration by) {
    Objects.requireNonNull(by, "by");
    shared.advance(by);
  }

  /** Stops the clock. */
  public void freeze() {
    shared.run(false);
  }

  /** Runs the clock from the time that it shows. */
  public void run() {
    shared.run(true);
  }

  @Override
  public Instant instant() {
    return shared.instant();
  }

  @Override
  public ZoneId getZone() {
    return zone;
  }

  /**
   * Returns the same clock in another zone: setting one of them sets both.
   *
   * @param other the zone
   * @return the clock
   */
  @Override
  public SettableClock withZone(ZoneId other) {
    Objects.requireNonNull(other, "other");
    return new SettableClock(shared, other);
  }

  private static final class SharedTime {
    private final Clock base;

    // All of these are guarded by this. The time is shown + (the base's time since).
    private Instant shown;
    private Instant since;
    private boolean running;

    SharedTime(Clock base, Instant shown, boolean running) {
      this.base = base;
      this.shown = shown;
      this.since = base.instant();
      this.running = running;
    }

    synchronized Instant instant() {
      return running ? shown.plus(Duration.between(since, base.instant())) : shown;
    }

    synchronized void set(Instant time) {
      shown = time;
      since = base.instant();
    }

    synchronized void advance(Duration by) {
      set(instant().plus(by));
    }

    synchronized void run(boolean on) {
      set(instant());
      running = on;
    }
  }
}
