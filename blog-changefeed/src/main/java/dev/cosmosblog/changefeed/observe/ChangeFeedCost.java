package dev.cosmosblog.changefeed.observe;

import dev.cosmosblog.store.observe.RequestMeter;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import java.util.Objects;

/**
 * The cost of a change feed on this host since it was built, from memory and without a request.
 *
 * <p>Change feeds that share a {@link RequestMeter} count each other's polls and leases.
 *
 * @param operations the reads and writes of the library, for copies, the front page, names, dead
 *     letters and checks; each is also reported to the database's operation listeners
 * @param polls the SDK's reads of changes, and the reads that measure the lag; zero without a meter
 * @param leases the SDK's reads and writes of leases; zero without a meter
 * @param metered whether the database has a {@link RequestMeter}; otherwise the cost doesn't
 *     include polls and leases
 */
public record ChangeFeedCost(Usage operations, Usage polls, Usage leases, boolean metered) {
  public ChangeFeedCost {
    Objects.requireNonNull(operations, "operations");
    Objects.requireNonNull(polls, "polls");
    Objects.requireNonNull(leases, "leases");
  }

  /** {@return the number and charge of all requests} */
  public Usage total() {
    return operations.plus(polls).plus(leases);
  }
}
