package dev.cosmosblog.changefeed.internal.handler;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Limits the time of a batch, because its lease expires if handling it takes too long. */
public record TimeLimit(Clock clock, Duration longest) {
  public Instant now() {
    return clock.instant();
  }

  /** Returns the time at which a batch that begins now must stop. */
  public Instant end() {
    return now().plus(longest);
  }

  public boolean isOver(Instant end) {
    return now().isAfter(end);
  }
}
