package dev.cosmosblog.local.internal.engine.partition;

import java.util.Arrays;

/** Which logical partitions of a physical one a request asks for, by their numbers. */
public sealed interface LogicalPartitionFilter {
  boolean contains(long group);

  /** Every one. */
  record All() implements LogicalPartitionFilter {
    @Override
    public boolean contains(long group) {
      return true;
    }
  }

  /** Some, in ascending order. */
  record Some(long[] numbers) implements LogicalPartitionFilter {
    @Override
    public boolean contains(long group) {
      return Arrays.binarySearch(numbers, group) >= 0;
    }
  }
}
