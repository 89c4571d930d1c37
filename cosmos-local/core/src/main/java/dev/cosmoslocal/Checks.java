package dev.cosmoslocal;

import java.time.Duration;

/** Argument checks. */
final class Checks {
  private Checks() {}

  static void notNegative(Duration time) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("The time must not be negative: " + time);
    }
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
