package dev.cosmosblog.benchmarks.overhead;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers that were measured, by way and request. */
final class Samples {
  private final Map<Key, List<Double>> values = new HashMap<>();

  private record Key(Way way, BlogRequest request) {}

  void add(Way way, BlogRequest request, double value) {
    values.computeIfAbsent(new Key(way, request), each -> new ArrayList<>()).add(value);
  }

  double median(Way way, BlogRequest request) {
    List<Double> sorted = values.get(new Key(way, request)).stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
