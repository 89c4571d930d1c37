package dev.cosmosblog.examples.quickstart;

import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmosblog.local.request.RequestRecord;
import java.util.ArrayList;
import java.util.List;

/** Asks one request at a time and tells what it took: the requests of one call, and the time. */
final class Measure {
  /** The SDK looks up containers and partitions at first, and the JVM compiles. */
  private static final int WARM_UP = 10;

  private static final int MEASURED = 9;

  private final RequestLog log;

  Measure(RequestLog log) {
    this.log = log;
  }

  Measurement of(BlogRequest request) {
    for (int i = 0; i < WARM_UP; i++) {
      request.ask().accept(i);
    }
    List<Double> times = new ArrayList<>();
    List<RequestRecord> sent = List.of();
    for (int i = WARM_UP; i < WARM_UP + MEASURED; i++) {
      log.take();
      long start = System.nanoTime();
      request.ask().accept(i);
      times.add((System.nanoTime() - start) / 1e6);
      sent = log.take();
    }
    return Measurement.of(request, sent, median(times));
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }
}
