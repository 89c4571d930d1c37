package dev.cosmosblog.benchmarks.localaccount;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.benchmarks.localaccount.Comparison.Measured;
import dev.cosmosblog.benchmarks.localaccount.LargeContainer.QueryGrowth;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Shows what was measured. */
final class BenchmarkReport {
  private BenchmarkReport() {}

  static void print(BenchmarkResult result, Screen screen) {
    screen.line("");
    Table calls =
        new Table(
            "call", "clients", "server", "calls/s", "p50 ms", "p99 ms", "server's CPU µs/call");
    for (Measured row : result.calls()) {
      calls.row(
          row.call(),
          row.clients(),
          row.server(),
          format("%,.0f", row.callsPerSecond()),
          format("%.2f", row.p50Ms()),
          format("%.2f", row.p99Ms()),
          format("%,.0f", row.processorMicros()));
    }
    calls.print(screen);
    screen.line("");
    Table memory = new Table("indexed of an item of 300 bytes", "items", "heap bytes/item");
    for (Footprint row : result.memory()) {
      memory.row(row.policy(), format("%,d", row.items()), format("%,.0f", row.bytesPerItem()));
    }
    memory.print(screen);
    screen.line("");
    Table durable = new Table("writes outlive", "clients", "writes/s", "p50 ms");
    for (DurableWrites row : result.durable()) {
      durable.row(
          row.outlived(),
          row.clients(),
          format("%,.0f", row.perSecond()),
          format("%.2f", row.p50Ms()));
    }
    durable.print(screen);
    screen.line("");
    Table goals = new Table("goal", "measured", "met");
    for (Goal goal : Goals.of(result)) {
      goals.row(goal.goal(), goal.measured(), goal.met() ? "yes" : "NO");
    }
    goals.print(screen);
  }

  static ObjectNode json(BenchmarkResult result) {
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode json = mapper.createObjectNode();
    json.put("processors", result.processors());
    json.put("rival", result.rival());
    json.set("start", mapper.valueToTree(result.start()));
    json.set("calls", mapper.valueToTree(result.calls()));
    json.set("memory", mapper.valueToTree(result.memory()));
    json.set("durable", mapper.valueToTree(result.durable()));
    json.set("large", mapper.valueToTree(result.large().orElse(null)));
    List<Goal> goals = Goals.of(result);
    json.set("goals", mapper.valueToTree(goals));
    return json;
  }

  private static String format(String format, Object value) {
    return String.format(Locale.ROOT, format, value);
  }

  /**
   * The results.
   *
   * @param processors of this machine, shared by the clients and the servers
   * @param rival the other server, or why it was left out
   * @param start to the first answer
   * @param calls each call at each server that answers it
   * @param memory what an item takes
   * @param durable writes by what they outlive
   * @param large a million items; empty where they were left out
   */
  record BenchmarkResult(
      int processors,
      String rival,
      StartTimes start,
      List<Measured> calls,
      List<Footprint> memory,
      List<DurableWrites> durable,
      Optional<LargeContainer.Growth> large) {}

  /** The bounds that the account is held to. */
  static final class Goals {
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
              what + ": throughput at least the other's",
              format("%.2f times", faster),
              faster >= 1));
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

  /**
   * A goal, and whether it was reached.
   *
   * @param goal the bound
   * @param measured what was measured
   * @param met whether it is within the bound
   */
  record Goal(String goal, String measured, boolean met) {}
}
