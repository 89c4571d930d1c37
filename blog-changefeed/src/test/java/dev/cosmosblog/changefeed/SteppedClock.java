package dev.cosmosblog.changefeed;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that a test moves on. */
public final class SteppedClock extends Clock {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  public synchronized void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("A test's clock is in UTC.");
  }
}
