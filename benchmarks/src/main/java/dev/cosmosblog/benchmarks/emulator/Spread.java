package dev.cosmosblog.benchmarks.emulator;

import java.util.List;
import java.util.Locale;

/**
 * The same measurement in several runs: a few numbers, such as rates and sizes, of which each is a
 * result already. Calls are measured in {@link dev.cosmosblog.examples.blog.Latencies}.
 *
 * @param least the smallest
 * @param middle the median, the larger one of two
 * @param most the largest
 */
record Spread(double least, double middle, double most) {
  /**
   * Returns the spread of some measurements.
   *
   * @param runs one or more
   */
  static Spread of(List<Double> runs) {
    List<Double> sorted = runs.stream().sorted().toList();
    return new Spread(sorted.get(0), sorted.get(sorted.size() / 2), sorted.get(sorted.size() - 1));
  }

  /** The three with a format, as in {@code 0.41 0.44 0.52}; one of them if all look the same. */
  String text(String format) {
    String first = String.format(Locale.ROOT, format, least);
    String last = String.format(Locale.ROOT, format, most);
    return first.equals(last)
        ? first
        : first + " " + String.format(Locale.ROOT, format, middle) + " " + last;
  }
}
