package dev.cosmoslocal.internal.engine.partition;

/**
 * A result and the session token of the partition that produced it.
 *
 * @param sessionToken the session token, at least as new as the result
 * @param <T> the type of the result
 */
public record PartitionResult<T>(T value, SessionToken sessionToken) {
  public static <T> PartitionResult<T> of(PhysicalPartition partition, T value) {
    return new PartitionResult<>(value, partition.view().token(partition.id()));
  }
}
