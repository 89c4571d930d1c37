package com.example.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The costs of the ten requests in the article's three versions and in this library, read from
 * {@code ladder.json} and positioned on a logarithmic scale.
 *
 * @param source where the figures come from
 * @param rungs the versions
 * @param requests the ten requests
 */
record Ladder(String source, List<String> rungs, List<Request> requests) {
  private static final double LEAST = 0.8;
  private static final double MOST = 3_000;

  /**
   * A request in all versions.
   *
   * @param id the article's name
   * @param name what it does
   * @param ru its modelled request units in each version
   * @param article the figures in the article, for its three versions
   * @param partitions the number of physical partitions that it involves in each version
   */
  record Request(
      String id, String name, List<Double> ru, List<Double> article, List<Integer> partitions) {
    /** Returns the dots of the request, one for each version. */
    public List<Dot> dots() {
      return IntStream.range(0, ru.size())
          .mapToObj(i -> new Dot(i, x(ru.get(i)), 7 + 4 * i))
          .toList();
    }

    /** Returns the figures as text for screen readers. */
    public String label() {
      return String.format(
          Locale.ROOT,
          "%s: V1 %.2f, V2 %.2f, V3 %.2f, this library %.2f RU",
          id,
          ru.get(0),
          ru.get(1),
          ru.get(2),
          ru.get(3));
    }

    /** Returns the left end of the line that joins the dots. */
    public String from() {
      return x(ru.stream().mapToDouble(Double::doubleValue).min().orElseThrow());
    }

    /** Returns the right end of the line that joins the dots. */
    public String to() {
      return x(ru.stream().mapToDouble(Double::doubleValue).max().orElseThrow());
    }
  }

  /** A version's position on the scale in percent, and its vertical offset in pixels. */
  record Dot(int rung, String x, int y) {}

  /** A tick of the scale, and its position in percent. */
  record Tick(String label, String x) {}

  /** Reads the figures. */
  static Ladder read() {
    try (InputStream figures =
        Objects.requireNonNull(Ladder.class.getResourceAsStream("/ladder.json"))) {
      return JsonMapper.shared().readValue(figures, Ladder.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the ticks of the scale. */
  public List<Tick> ticks() {
    return List.of(tick(1), tick(10), tick(100), tick(1_000));
  }

  private static Tick tick(int ru) {
    return new Tick(String.format(Locale.ROOT, "%,d", ru), x(ru));
  }

  private static String x(double ru) {
    double share = Math.log(ru / LEAST) / Math.log(MOST / LEAST);
    return String.format(Locale.ROOT, "%.2f%%", share * 100);
  }
}
