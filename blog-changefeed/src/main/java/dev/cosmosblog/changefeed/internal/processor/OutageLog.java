package dev.cosmosblog.changefeed.internal.processor;

import dev.cosmosblog.store.error.StoreUnavailableException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs an outage of the account in one line when it begins, one a minute, and one when it ends,
 * however many parts of a change feed fail meanwhile. Thread-safe.
 */
public final class OutageLog {
  private static final Duration REPEAT = Duration.ofMinutes(1);

  private final Clock clock;
  private final Logger log;

  /** When each part that doesn't work last failed. Guarded by this. */
  private final Map<String, Instant> failing = new HashMap<>();

  /** When the outage began; null without an outage. Guarded by this. */
  private @Nullable Instant since;

  /** When it was last logged. Guarded by this. */
  private Instant logged = Instant.MIN;

  /** When the last query of the leases began that failed. Guarded by this. */
  private Instant unanswered = Instant.MIN;

  public OutageLog(Clock clock) {
    this(clock, LoggerFactory.getLogger(OutageLog.class));
  }

  OutageLog(Clock clock, Logger log) {
    this.clock = clock;
    this.log = log;
  }

  /** Logs the failure of a part if the account is unavailable; otherwise returns false. */
  synchronized boolean covers(String part, Throwable failure) {
    if (!(failure instanceof StoreUnavailableException)) {
      return false;
    }
    Instant now = clock.instant();
    failing.put(part, now);
    if (since == null) {
      since = now;
      logged = now;
      log.warn(
          "The account doesn't respond, and copies wait. The change feed tries again: {}",
          failure.getMessage());
    } else if (!logged.plus(REPEAT).isAfter(now)) {
      logged = now;
      log.warn("The account hasn't responded for {} s", Duration.between(since, now).toSeconds());
    }
    log.debug("The failure of {}", part, failure);
    return true;
  }

  /** Ends the outage once each part works, or hasn't failed again for long. */
  synchronized void works(String part) {
    Instant now = clock.instant();
    failing.remove(part);
    failing.values().removeIf(last -> last.plus(REPEAT).isBefore(now));
    if (since != null && failing.isEmpty()) {
      log.warn("The account responds again after {} s", Duration.between(since, now).toSeconds());
      since = null;
    }
  }

  synchronized boolean isOn() {
    return since != null;
  }

  /** Records that a query of the leases failed because the account was unavailable. */
  synchronized void unanswered(Instant begun) {
    unanswered = begun.isAfter(unanswered) ? begun : unanswered;
  }

  /** Returns whether a query of the leases failed that began after a time. */
  synchronized boolean isUnansweredSince(Instant time) {
    return unanswered.isAfter(time);
  }
}
