package dev.cosmosblog.changefeed.internal.processor;

import java.time.Duration;
import java.util.Objects;

/** The intervals at which hosts look for leases and renew theirs, and after which they expire. */
public record LeaseIntervals(Duration acquire, Duration renew, Duration expiration) {
  /** Work that recurs less than once a day may as well have stopped. */
  private static final Duration LONGEST = Duration.ofDays(1);

  /** The SDK's defaults. */
  public static final LeaseIntervals DEFAULT =
      new LeaseIntervals(Duration.ofSeconds(13), Duration.ofSeconds(17), Duration.ofSeconds(60));

  /** Renewals that the SDK awaits a batch: {@code PartitionSupervisorImpl.VERIFICATION_FACTOR}. */
  private static final int RENEWALS_PER_BATCH = 25;

  public LeaseIntervals {
    positive("acquire", acquire);
    positive("renew", renew);
    positive("expiration", expiration);
    // The SDK counts the renewals that a batch may take in whole seconds: less than one counts as
    // zero.
    if (renew.toSeconds() < 1) {
      throw new IllegalArgumentException(
          ("renew must be a second or more, but was %s: the SDK gives up leases that are renewed"
                  + " more often.")
              .formatted(renew));
    }
    if (expiration.compareTo(renew) <= 0) {
      throw new IllegalArgumentException(
          ("expiration must be longer than renew (%s), but was %s: leases would expire before they"
                  + " are renewed.")
              .formatted(renew, expiration));
    }
  }

  /** The time after which the SDK gives the lease of a running batch to another host. */
  public Duration longestLease() {
    return Duration.ofSeconds(renew.toSeconds() * RENEWALS_PER_BATCH);
  }

  /** A third of what its lease allows: handling a batch in parts may take the time again. */
  public Duration longestBatch() {
    return longestLease().dividedBy(3);
  }

  /** Twice the time in which any host takes a lease that nobody renews. */
  public Duration stallAfter() {
    return expiration.plus(acquire).multipliedBy(2);
  }

  public static Duration positive(String setting, Duration value) {
    return positive(setting, value, LONGEST);
  }

  public static Duration positive(String setting, Duration value, Duration longest) {
    Objects.requireNonNull(value, setting);
    if (value.isNegative() || value.isZero() || value.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          "%s must be more than zero and at most %s, but was %s."
              .formatted(setting, longest, value));
    }
    return value;
  }
}
