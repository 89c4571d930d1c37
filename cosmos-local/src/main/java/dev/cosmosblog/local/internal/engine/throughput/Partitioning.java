package dev.cosmosblog.local.internal.engine.throughput;

/**
 * How many physical partitions containers have.
 *
 * @param count for a container for which nobody asked for throughput
 * @param byThroughput whether there are more where a container's throughput needs them: a physical
 *     partition has 10,000 RU/s at most (Microsoft Learn, "Partitioning and horizontal scaling")
 */
public record Partitioning(int count, boolean byThroughput) {
  private static final int REQUEST_UNITS = 10_000;

  public int of(OfferContent throughput) {
    int needed = (throughput.requestUnits() + REQUEST_UNITS - 1) / REQUEST_UNITS;
    return byThroughput ? Math.max(count, needed) : count;
  }
}
