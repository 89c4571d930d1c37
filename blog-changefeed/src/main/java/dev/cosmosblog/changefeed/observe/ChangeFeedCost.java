package dev.cosmosblog.changefeed.observe;

import dev.cosmosblog.store.observe.RequestMeter;
import dev.cosmosblog.store.observe.RequestMeter.Usage;
import java.util.Objects;

/**
 * The cost of a change feed on this host since it was built. It is taken from memory, without a
 * request. Change feeds that share a {@link RequestMeter} count each other's polls and leases.
 *
 * @param operations the reads and writes of the library: copies, the front page, names, items that
 *     were dead-lettered, checks; each is also reported to the database's operation listeners
 * @param polls the SDK's reads of changes, and those that measure the lag; none without a meter
 * @param leases the SDK's reads and writes of leases; none without a meter
 * @param metered whether the database has a {@link RequestMeter}; otherwise Cosmos DB has charged
 *     for polls and leases, too, and this is not all
 */
public record ChangeFeedCost(Usage operations, Usage polls, Usage leases, boolean metered) {
  public ChangeFeedCost {
    Objects.requireNonNull(operations, "operations");
    Objects.requireNonNull(polls, "polls");
    Objects.requireNonNull(leases, "leases");
  }

  /** {@return all requests, and the charge for them} */
  public Usage total() {
    return operations.plus(polls).plus(leases);
  }
}
