package dev.cosmoslocal;

import java.time.Duration;
import java.util.Objects;

/** Argument checks. */
final class Checks {
  private Checks() {}

  static Duration notNegative(Duration time, String name) {
    if (Objects.requireNonNull(time, name).isNegative()) {
      throw new IllegalArgumentException(name + " must not be negative: " + time);
    }
    return time;
  }

  static long positive(long number) {
    if (number < 1) {
      throw new IllegalArgumentException("The number must be at least 1: " + number);
    }
    return number;
  }

  static int between(int least, int value, int greatest, String name) {
    if (value < least || value > greatest) {
      throw new IllegalArgumentException(
          name + " must be " + least + " to " + greatest + ": " + value);
    }
    return value;
  }
}
