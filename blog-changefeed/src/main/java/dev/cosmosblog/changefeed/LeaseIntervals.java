package dev.cosmosblog.changefeed;

import java.time.Duration;

/**
 * How leases are shared among hosts.
 *
 * @param acquire how often to look for leases to take
 * @param renew how often to renew those held
 * @param expiration after how long without renewal another host may take one
 */
record LeaseIntervals(Duration acquire, Duration renew, Duration expiration) {
  /** As the SDK does. */
  static final LeaseIntervals DEFAULT =
      new LeaseIntervals(Duration.ofSeconds(13), Duration.ofSeconds(17), Duration.ofSeconds(60));

  /**
   * How many renewals the SDK waits for the end of a batch before it gives the batch's lease up:
   * {@code PartitionSupervisorImpl.VERIFICATION_FACTOR}.
   */
  private static final int RENEWALS_PER_BATCH = 25;

  LeaseIntervals {
    Bounds.positive("acquire interval", acquire);
    Bounds.positive("renew interval", renew);
    Bounds.positive("expiration interval", expiration);
    // The SDK counts the renewals that a batch may take in whole seconds: below one it is none.
    if (renew.toSeconds() < 1) {
      throw new IllegalArgumentException(
          "The SDK gives up leases that are renewed more often than once a second; give a renew"
              + " interval of a second or more.");
    }
    if (expiration.compareTo(renew) <= 0) {
      throw new IllegalArgumentException(
          "Leases would expire before they are renewed; give a longer expiration.");
    }
  }

  /** How long a batch may take before the SDK gives its lease to another host. */
  Duration longestBatch() {
    return Duration.ofSeconds(renew.toSeconds() * RENEWALS_PER_BATCH);
  }

  /** After how long every host has had time to take a lease that nobody renews, twice over. */
  Duration stallAfter() {
    return expiration.plus(acquire).multipliedBy(2);
  }
}
