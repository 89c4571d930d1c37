package dev.cosmosblog.benchmarks.ladder;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one request took on one rung: the mean of a few, to two decimals, and of the time the
 * median.
 *
 * @param requests requests to the account's partitions
 * @param partitions different physical partitions that they asked
 * @param itemsLoaded items that were loaded for it
 * @param ru modelled request units
 * @param ms milliseconds
 * @param returned entries of its answer
 */
record Cell(
    double requests,
    double partitions,
    double itemsLoaded,
    double ru,
    double ms,
    @JsonIgnore double returned) {

  static Cell of(List<Sample> samples) {
    List<Double> times = samples.stream().map(Sample::ms).sorted().toList();
    return new Cell(
        mean(samples, Sample::requests),
        mean(samples, Sample::partitions),
        mean(samples, Sample::itemsLoaded),
        mean(samples, Sample::ru),
        hundredths(times.get(times.size() / 2)),
        mean(samples, Sample::returned));
  }

  private static double mean(List<Sample> samples, ToDoubleFunction<Sample> value) {
    return hundredths(samples.stream().mapToDouble(value).average().orElseThrow());
  }

  private static double hundredths(double value) {
    return Math.round(value * 100) / 100.0;
  }
}
