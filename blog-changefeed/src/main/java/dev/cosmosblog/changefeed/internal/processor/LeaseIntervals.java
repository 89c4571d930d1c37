package dev.cosmosblog.changefeed.internal.processor;

import java.time.Duration;
import java.util.Objects;

/** The intervals at which hosts acquire and renew leases, and after which leases expire. */
public record LeaseIntervals(Duration acquire, Duration renew, Duration expiration) {
  /** A longer interval is probably a mistake. */
  private static final Duration LONGEST = Duration.ofDays(1);

  /** The SDK's defaults. */
  public static final LeaseIntervals DEFAULT =
      new LeaseIntervals(Duration.ofSeconds(13), Duration.ofSeconds(17), Duration.ofSeconds(60));

  /**
   * The number of renewals for which the SDK waits for a batch: {@code
   * PartitionSupervisorImpl.VERIFICATION_FACTOR}.
   */
  private static final int RENEWALS_PER_BATCH = 25;

  private static final Duration RENEWAL_TOLERANCE = Duration.ofSeconds(12);

  public LeaseIntervals {
    positive("acquire", acquire);
    positive("renew", renew);
    positive("expiration", expiration);
    // The SDK computes with whole seconds, so less than a second would count as zero.
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

  /**
   * A third of the time that its lease allows, because handling a batch in parts may take as long
   * again.
   */
  public Duration longestBatch() {
    return longestLease().dividedBy(3);
  }

  /** The time after which a lease of this host should have been renewed and found so. */
  public Duration quietAfter() {
    return renew.plus(RENEWAL_TOLERANCE);
  }

  /** Twice the time within which some host takes an expired lease. */
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
