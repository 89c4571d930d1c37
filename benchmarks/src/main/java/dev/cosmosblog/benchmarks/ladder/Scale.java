package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.examples.console.UsageException;

/** Which part of the article's data set is built. */
final class Scale {
  private static final int USERS = 100_000;

  private Scale() {}

  static double of(String text) {
    try {
      double scale = Double.parseDouble(text);
      if (users(scale) >= 2 && scale <= 1) {
        return scale;
      }
    } catch (NumberFormatException e) {
      // Said below, with the range.
    }
    throw new UsageException("--scale is '" + text + "'; give a number from 0.00002 to 1");
  }

  static int users(double scale) {
    return Math.toIntExact(Math.round(USERS * scale));
  }
}
