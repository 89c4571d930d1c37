package dev.cosmosblog.local;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/** A clock that a test sets, stops, moves on and lets run. Safe for many threads. */
public final class SettableClock extends Clock {
  private final Shared shared;
  private final ZoneId zone;

  private SettableClock(Shared shared, ZoneId zone) {
    this.shared = shared;
    this.zone = zone;
  }

  /**
   * A clock that stands still.
   *
   * @param time where
   * @return the clock, in UTC
   */
  public static SettableClock frozenAt(Instant time) {
    return new SettableClock(
        new Shared(Clock.systemUTC(), time, false), Clock.systemUTC().getZone());
  }

  /**
   * A clock that runs with another one, by which it shows the same time until it is set.
   *
   * @param base the other clock, such as the system's
   * @return the clock, in the zone of the other one
   */
  public static SettableClock runningWith(Clock base) {
    return new SettableClock(new Shared(base, base.instant(), true), base.getZone());
  }

  /**
   * Shows another time from now on; a clock that runs goes on running from there.
   *
   * @param time the time
   */
  public void set(Instant time) {
    shared.set(time);
  }

  /**
   * Moves on or back at once.
   *
   * @param by how far; negative for back
   */
  public void advance(Duration by) {
    shared.advance(by);
  }

  /** Stands still from now on. */
  public void freeze() {
    shared.run(false);
  }

  /** Runs from now on, from the time that it shows. */
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
   * The same clock in another zone: whoever sets one of them sets both.
   *
   * @param other the zone
   * @return the clock
   */
  @Override
  public SettableClock withZone(ZoneId other) {
    return new SettableClock(shared, other);
  }

  private static final class Shared {
    private final Clock base;

    // All of these are guarded by this. The time shown is shown + (what the base has run since).
    private Instant shown;
    private Instant since;
    private boolean running;

    Shared(Clock base, Instant shown, boolean running) {
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
