package dev.cosmosblog.benchmarks.localaccount;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Adds up the rounds of one call at one server. Not safe for many threads. */
final class Tally {
  private final List<Long> latencies = new ArrayList<>();
  private long nanos;
  private Duration processorTime = Duration.ZERO;

  void add(List<Long> round, long tookNanos, Duration processor) {
    latencies.addAll(round);
    nanos += tookNanos;
    processorTime = processorTime.plus(processor);
  }

  Measured measured(String server, String call, int clients) {
    return new Measured(
        server,
        call,
        clients,
        latencies.size(),
        latencies.size() / (nanos / 1e9),
        percentile(0.50) / 1e6,
        percentile(0.99) / 1e6,
        processorTime.toNanos() / 1e3 / latencies.size());
  }

  private double percentile(double part) {
    return percentile(latencies, part);
  }

  static double percentile(List<Long> values, double part) {
    List<Long> sorted = values.stream().sorted().toList();
    return sorted.get((int) Math.ceil(part * sorted.size()) - 1);
  }
}
