package dev.cosmoslocal;

import java.time.Duration;
import java.util.Objects;

/**
 * Simulated network latency between clients and the emulator, by kind of request. The emulator
 * delays a request by half of its latency and the response by the other half. No thread waits in
 * the meantime. Immutable.
 *
 * @param pointRead for reads of one item
 * @param write for everything that may write items: single writes, batches, bulk, scripts
 * @param query for pages and plans of queries, and for pages of all items
 * @param changeFeed for pages of the change feed
 * @param management for everything else: the account, databases, containers, partitions, throughput
 */
public record Distance(
    Latency pointRead, Latency write, Latency query, Latency changeFeed, Latency management) {
  /** No latency. */
  public static final Distance NONE = of(Duration.ZERO, Duration.ZERO);

  /**
   * The latency of clients in the account's region. Microsoft Learn, "Consistency levels in Azure
   * Cosmos DB", has the latencies of reads and writes: below 10 ms at the 99th percentile; at the
   * median, 4 ms or less for a read and 5 ms or less for a write. It has none for queries, the
   * change feed and management requests, so a page is assumed to take as long as a read, and a
   * management request as long as ten.
   */
  public static final Distance SAME_REGION =
      builder()
          .pointRead(Duration.ofMillis(4), Duration.ofMillis(10))
          .write(Duration.ofMillis(5), Duration.ofMillis(10))
          .query(Duration.ofMillis(4), Duration.ofMillis(10))
          .changeFeed(Duration.ofMillis(4), Duration.ofMillis(10))
          .management(Duration.ofMillis(40), Duration.ofMillis(100))
          .build();

  /** Checks that nothing is null. */
  public Distance {
    Objects.requireNonNull(pointRead, "pointRead");
    Objects.requireNonNull(write, "write");
    Objects.requireNonNull(query, "query");
    Objects.requireNonNull(changeFeed, "changeFeed");
    Objects.requireNonNull(management, "management");
  }

  /**
   * Creates a distance with the same latency for every kind of request.
   *
   * @param median half of the requests take less
   * @param p99 99 of 100 requests take less
   * @return the distance
   * @throws IllegalArgumentException if the median is negative or above the 99th percentile
   */
  public static Distance of(Duration median, Duration p99) {
    Latency all = new Latency(median, p99);
    return new Distance(all, all, all, all, all);
  }

  /**
   * Creates a builder.
   *
   * @return a builder without latency
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * A log-normal distribution of latencies, capped at ten times its 99th percentile.
   *
   * @param median half of the requests take less
   * @param p99 99 of 100 requests take less
   */
  public record Latency(Duration median, Duration p99) {
    static final Latency NONE = new Latency(Duration.ZERO, Duration.ZERO);

    /** The 99th percentile of the standard normal distribution. */
    private static final double NORMAL_P99 = 2.326;

    private static final int CUT = 10;

    /**
     * Checks the durations.
     *
     * @throws IllegalArgumentException if the median is negative or above the 99th percentile
     */
    public Latency {
      Objects.requireNonNull(median, "median");
      Objects.requireNonNull(p99, "p99");
      if (median.isNegative() || median.compareTo(p99) > 0) {
        throw new IllegalArgumentException(
            "The median must be between 0 and the 99th percentile, %s, but was %s."
                .formatted(p99, median));
      }
    }

    boolean isNone() {
      return p99.isZero();
    }

    /** The latency at a place of the standard normal distribution. */
    Duration at(double gaussian) {
      if (median.isZero()) {
        return Duration.ZERO;
      }
      double spread = Math.log((double) p99.toNanos() / median.toNanos()) / NORMAL_P99;
      double nanos = median.toNanos() * Math.exp(spread * gaussian);
      return Duration.ofNanos((long) Math.min(nanos, (double) CUT * p99.toNanos()));
    }
  }

  /** Builds a {@link Distance}. Not thread-safe. */
  public static final class Builder {
    private Latency pointRead = Latency.NONE;
    private Latency write = Latency.NONE;
    private Latency query = Latency.NONE;
    private Latency changeFeed = Latency.NONE;
    private Latency management = Latency.NONE;

    private Builder() {}

    /**
     * Sets the latency of point reads. Default: none.
     *
     * @param median half of the requests take less
     * @param p99 99 of 100 requests take less
     * @return this builder
     */
    public Builder pointRead(Duration median, Duration p99) {
      this.pointRead = new Latency(median, p99);
      return this;
    }

    /**
     * Sets the latency of writes, batches, bulk requests and scripts. Default: none.
     *
     * @param median half of the requests take less
     * @param p99 99 of 100 requests take less
     * @return this builder
     */
    public Builder write(Duration median, Duration p99) {
      this.write = new Latency(median, p99);
      return this;
    }

    /**
     * Sets the latency of query pages and query plans. Default: none.
     *
     * @param median half of the requests take less
     * @param p99 99 of 100 requests take less
     * @return this builder
     */
    public Builder query(Duration median, Duration p99) {
      this.query = new Latency(median, p99);
      return this;
    }

    /**
     * Sets the latency of change feed pages. Default: none.
     *
     * @param median half of the requests take less
     * @param p99 99 of 100 requests take less
     * @return this builder
     */
    public Builder changeFeed(Duration median, Duration p99) {
      this.changeFeed = new Latency(median, p99);
      return this;
    }

    /**
     * Sets the latency of all other requests. Default: none.
     *
     * @param median half of the requests take less
     * @param p99 99 of 100 requests take less
     * @return this builder
     */
    public Builder management(Duration median, Duration p99) {
      this.management = new Latency(median, p99);
      return this;
    }

    /**
     * Creates the distance.
     *
     * @return the distance
     */
    public Distance build() {
      return new Distance(pointRead, write, query, changeFeed, management);
    }
  }
}
