package dev.cosmoslocal.internal.engine.partition;

import java.util.Arrays;

/** The logical partitions of a physical one that a request reads, by their numbers. */
public sealed interface LogicalPartitionFilter {
  boolean contains(long group);

  /** All logical partitions. */
  record All() implements LogicalPartitionFilter {
    @Override
    public boolean contains(long group) {
      return true;
    }
  }

  /** Some logical partitions, in ascending order. */
  record Some(long[] numbers) implements LogicalPartitionFilter {
    @Override
    public boolean contains(long group) {
      return Arrays.binarySearch(numbers, group) >= 0;
    }
  }
}
