package dev.cosmosblog.benchmarks.localaccount;

import dev.cosmosblog.benchmarks.localaccount.LargeContainer.QueryGrowth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The bounds that the account is held to. */
final class Goals {
  private static final double WARM_MS = 300;
  private static final double PROCESS_MS = 1_500;
  private static final double GROWTH = 2;

  private Goals() {}

  static List<Goal> of(BenchmarkResult result) {
    List<Goal> goals = new ArrayList<>();
    goals.add(atMost("first answer, warm JVM, ms", WARM_MS, result.start().warmMs()));
    goals.add(atMost("first answer, new process, ms", PROCESS_MS, result.start().processMs()));
    for (Measured ours : result.calls()) {
      if (ours.server().equals(LocalBenchmark.OURS)) {
        other(result, ours).ifPresent(rival -> compare(goals, ours, rival));
      }
    }
    result
        .large()
        .ifPresent(
            large -> {
              String loaded =
                  "%,d items within %,d MiB of heap".formatted(large.items(), large.heapMiB());
              goals.add(new Goal(loaded, "loaded and queried", true));
              large.queries().forEach(query -> goals.add(grows(query)));
            });
    return goals;
  }

  private static Optional<Measured> other(BenchmarkResult result, Measured ours) {
    return result.calls().stream()
        .filter(each -> !each.server().equals(ours.server()))
        .filter(each -> each.call().equals(ours.call()) && each.clients() == ours.clients())
        .findFirst();
  }

  private static void compare(List<Goal> goals, Measured ours, Measured rival) {
    String what =
        ours.call() + ", " + ours.clients() + (ours.clients() == 1 ? " client" : " clients");
    double faster = ours.callsPerSecond() / rival.callsPerSecond();
    goals.add(
        new Goal(
            what + ": throughput at least the other's", format("%.2f times", faster), faster >= 1));
    double share = ours.processorMicros() / rival.processorMicros();
    goals.add(
        new Goal(
            what + ": at most half of its processor time",
            format("%.2f of it", share),
            share <= 0.5));
  }

  private static Goal grows(QueryGrowth query) {
    return atMost("large / small: " + query.query(), GROWTH, query.factor());
  }

  private static Goal atMost(String what, double bound, double measured) {
    return new Goal(
        what + format(" at most %,.0f", bound), format("%,.2f", measured), measured <= bound);
  }

  private static String format(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
