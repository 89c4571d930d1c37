package dev.cosmosblog.local.engine;

/**
 * A result with the partition that gave it.
 *
 * @param value the result
 * @param partition the partition, at least as far as the result has come
 * @param <T> what kind of result
 */
public record Marked<T>(T value, PartitionMark partition) {
  static <T> Marked<T> of(PhysicalPartition partition, T value) {
    return new Marked<>(value, new PartitionMark(partition.id(), partition.lsn()));
  }
}
