package dev.cosmosblog.benchmarks.localaccount;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import java.util.List;
import java.util.Locale;

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
    json.set("large", mapper.valueToTree(result.large().orElse(null)));
    List<Goal> goals = Goals.of(result);
    json.set("goals", mapper.valueToTree(goals));
    return json;
  }

  private static String format(String format, Object value) {
    return String.format(Locale.ROOT, format, value);
  }
}
