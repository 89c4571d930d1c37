package dev.cosmosblog.benchmarks.ladder;

import java.util.SplittableRandom;
import java.util.UUID;

/** Ids of 36 characters, the same for the same seed. */
final class Guids {
  /** Numbers of one kind, which must not reach into the next one's. */
  private static final long KIND = 1L << 40;

  private final long seed;

  Guids(long seed) {
    this.seed = seed;
  }

  enum Kind {
    USER,
    POST,
    COMMENT,
    LIKE
  }

  String of(Kind kind, long number) {
    SplittableRandom random =
        new SplittableRandom(
            new SplittableRandom(seed).nextLong() + kind.ordinal() * KIND + number);
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
