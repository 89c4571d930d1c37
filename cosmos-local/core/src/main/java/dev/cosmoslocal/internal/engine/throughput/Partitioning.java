package dev.cosmoslocal.internal.engine.throughput;

/**
 * The number of physical partitions of containers.
 *
 * @param count the number for a container without provisioned throughput
 * @param byThroughput whether more throughput brings more partitions: a physical partition has at
 *     most 10,000 RU/s (Microsoft Learn, "Partitioning and horizontal scaling")
 */
public record Partitioning(int count, boolean byThroughput) {
  private static final int REQUEST_UNITS = 10_000;

  public int of(OfferContent throughput) {
    int needed = (throughput.requestUnits() + REQUEST_UNITS - 1) / REQUEST_UNITS;
    return byThroughput ? Math.max(count, needed) : count;
  }
}
