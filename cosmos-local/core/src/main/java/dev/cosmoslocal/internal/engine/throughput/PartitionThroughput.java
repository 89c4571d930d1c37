package dev.cosmoslocal.internal.engine.throughput;

/**
 * The greatest throughput of partitions, whatever is provisioned (Microsoft Learn, "Azure Cosmos DB
 * service quotas").
 */
public record PartitionThroughput(int physical, int logical) {
  /** 10,000 RU/s for each, as documented. */
  public static final PartitionThroughput DOCUMENTED = new PartitionThroughput(10_000, 10_000);
}
