package dev.cosmosblog.benchmarks.ladder;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.cosmosblog.benchmarks.ladder.MeasuredRung.Sample;
import dev.cosmosblog.examples.blog.Latencies;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The cost of each request on each rung.
 *
 * @param byRequest by request and by the rung's label
 */
record Cells(@JsonValue Map<ArticleRequest, Map<String, Cell>> byRequest) {
  /** Asks all requests in turn, each on one rung after the other. */
  static Cells measure(List<MeasuredRung> rungs, LadderBlog blog, Rounds rounds) {
    Map<ArticleRequest, Map<String, List<Sample>>> samples = new EnumMap<>(ArticleRequest.class);
    for (int round = 0; round < rounds.warmUp() + rounds.measured(); round++) {
      for (ArticleRequest request : ArticleRequest.values()) {
        for (MeasuredRung rung : rungs) {
          Sample sample = rung.ask(request, blog, round);
          if (round >= rounds.warmUp()) {
            samples
                .computeIfAbsent(request, each -> new LinkedHashMap<>())
                .computeIfAbsent(rung.label(), each -> new ArrayList<>())
                .add(sample);
          }
        }
      }
    }
    Map<ArticleRequest, Map<String, Cell>> cells = new EnumMap<>(ArticleRequest.class);
    samples.forEach(
        (request, byRung) -> {
          Map<String, Cell> row = new LinkedHashMap<>();
          byRung.forEach((label, each) -> row.put(label, Cell.of(each)));
          cells.put(request, row);
        });
    return new Cells(cells);
  }

  Optional<Cell> cell(ArticleRequest request, String label) {
    return Optional.ofNullable(byRequest.get(request)).map(row -> row.get(label));
  }

  /**
   * The number of times that each request is asked.
   *
   * @param warmUp rounds that don't count: the SDK looks up containers, and the JVM compiles
   * @param measured rounds that count, an even number since Q3 asks for two users in turn
   */
  record Rounds(int warmUp, int measured) {}

  /**
   * The cost of one request on one rung: the mean of a few, to two decimals, and of the time the
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
      Latencies times = new Latencies();
      samples.forEach(sample -> times.record(sample.nanos()));
      return new Cell(
          mean(samples, Sample::requests),
          mean(samples, Sample::partitions),
          mean(samples, Sample::itemsLoaded),
          mean(samples, Sample::ru),
          hundredths(times.ms(50)),
          mean(samples, Sample::returned));
    }

    private static double mean(List<Sample> samples, ToDoubleFunction<Sample> value) {
      return hundredths(samples.stream().mapToDouble(value).average().orElseThrow());
    }

    private static double hundredths(double value) {
      return Math.round(value * 100) / 100.0;
    }
  }
}
