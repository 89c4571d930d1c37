package dev.cosmosblog.local.engine;

import java.util.Arrays;

/** Which logical partitions of a physical one a request asks for, by their numbers. */
sealed interface Groups {
  boolean contains(long group);

  /** Every one. */
  record All() implements Groups {
    @Override
    public boolean contains(long group) {
      return true;
    }
  }

  /** Some, in ascending order. */
  record Some(long[] numbers) implements Groups {
    @Override
    public boolean contains(long group) {
      return Arrays.binarySearch(numbers, group) >= 0;
    }
  }
}
