package dev.cosmosblog.local.internal.engine.partition;

/**
 * A result with the partition that gave it.
 *
 * @param value the result
 * @param partition the partition, at least as far as the result has come
 * @param <T> what kind of result
 */
public record PartitionResult<T>(T value, SessionToken partition) {
  public static <T> PartitionResult<T> of(PhysicalPartition partition, T value) {
    return new PartitionResult<>(value, new SessionToken(partition.id(), partition.lsn()));
  }
}
