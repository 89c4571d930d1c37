package dev.cosmosblog.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of one schedule, in order. They come from a seed, or from a list that is replayed;
 * either way they are recorded. Zero is always the simplest decision: no fault, no switch, the
 * newest replica. So a list is shrunk by deleting decisions and by setting them to zero.
 */
final class Choices {
  private final @Nullable SplittableRandom random;
  private final int[] given;
  private int[] made = new int[4096];
  private int count;

  private Choices(@Nullable SplittableRandom random, int[] given) {
    this.random = random;
    this.given = given;
  }

  static Choices of(long seed) {
    return new Choices(new SplittableRandom(seed), new int[0]);
  }

  /** Replays decisions; behind their end, every decision is zero. */
  static Choices replay(int[] decisions) {
    return new Choices(null, decisions);
  }

  /** Returns a number from 0, inclusive, to a bound, exclusive. */
  int below(int bound) {
    if (bound <= 1) {
      return 0;
    }
    return record(random == null ? Math.min(next(), bound - 1) : random.nextInt(bound));
  }

  <T> T of(List<T> values) {
    return values.get(below(values.size()));
  }

  /** Returns true so many times in a thousand. */
  boolean chance(int perThousand) {
    if (perThousand == 0) {
      return false;
    }
    boolean drawn = random == null ? next() > 0 : random.nextInt(1000) < perThousand;
    return record(drawn ? 1 : 0) == 1;
  }

  private int next() {
    return count < given.length ? given[count] : 0;
  }

  private int record(int decision) {
    if (count == made.length) {
      made = Arrays.copyOf(made, count * 2);
    }
    made[count++] = decision;
    return decision;
  }

  /** Returns the decisions so far. */
  int[] made() {
    return Arrays.copyOf(made, count);
  }
}
