package dev.cosmosblog.changefeed.internal.handler;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Bounds the time of a batch, whose lease expires if handling the batch takes too long. */
public record TimeLimit(Clock clock, Duration longest) {
  public Instant now() {
    return clock.instant();
  }

  /** Returns the time after which a batch that begins now starts no more work. */
  public Instant end() {
    return now().plus(longest);
  }

  public boolean isOver(Instant end) {
    return now().isAfter(end);
  }
}
