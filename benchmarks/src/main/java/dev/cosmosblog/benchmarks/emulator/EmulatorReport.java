package dev.cosmosblog.benchmarks.emulator;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.cosmosblog.benchmarks.emulator.Comparison.Measured;
import dev.cosmosblog.benchmarks.emulator.EmulatorRuns.EmulatorRun;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Prints the results. */
final class EmulatorReport {
  private EmulatorReport() {}

  static void print(EmulatorResult result, Screen screen) {
    if (!result.runs().isEmpty()) {
      calls(result).print(screen);
      screen.line("");
      memory(result).print(screen);
      screen.line("");
    }
    if (!result.memory().isEmpty()) {
      items(result).print(screen);
      screen.line("");
    }
    if (!result.durable().isEmpty()) {
      durable(result).print(screen);
      screen.line("");
    }
    if (!result.snapshots().isEmpty()) {
      snapshots(result).print(screen);
      screen.line("");
    }
    Table goals = new Table("goal", "measured", "met");
    for (Goal goal : result.goals()) {
      goals.row(goal.goal(), goal.measured(), goal.met() ? "yes" : "NO");
    }
    goals.print(screen);
  }

  /** Three numbers are the least, the middle and the most of the runs. */
  private static Table calls(EmulatorResult result) {
    Table table =
        new Table(
            "call",
            "clients",
            "server",
            "runs",
            "calls/s",
            "p50 ms",
            "p99 ms",
            "server's CPU µs/call",
            "kernel",
            "compiling",
            "wake-ups/call");
    for (List<Measured> same : result.rows()) {
      Measured row = same.get(0);
      table.row(
          row.call(),
          row.clients(),
          row.server(),
          same.size(),
          spread(same, Measured::callsPerSecond).text("%,.0f"),
          spread(same, Measured::p50Ms).text("%.2f"),
          spread(same, Measured::p99Ms).text("%.2f"),
          spread(same, Measured::processorMicros).text("%,.0f"),
          spread(same, Measured::kernelMicros).text("%,.0f"),
          spread(same, Measured::compilingMicros).text("%,.0f"),
          spread(same, Measured::wakeUps).text("%.2f"));
    }
    return table;
  }

  private static Spread spread(List<Measured> runs, ToDoubleFunction<Measured> number) {
    return Spread.of(runs.stream().map(number::applyAsDouble).toList());
  }

  private static Table memory(EmulatorResult result) {
    Table table = new Table("server", "resident MiB after a run");
    for (String server : result.runs().get(0).residentMiB().keySet()) {
      List<Double> sizes =
          result.runs().stream().map(run -> run.residentMiB().get(server)).toList();
      table.row(server, Spread.of(sizes).text("%,.0f"));
    }
    return table;
  }

  private static Table items(EmulatorResult result) {
    Table memory = new Table("indexed of an item of 300 bytes", "items", "heap bytes/item");
    for (Footprint row : result.memory()) {
      memory.format("%s|%,d|%,.0f", row.policy(), row.items(), row.bytesPerItem());
    }
    return memory;
  }

  private static Table durable(EmulatorResult result) {
    Table durable = new Table("writes survive", "clients", "writes/s", "p50 ms");
    for (DurableWrites row : result.durable()) {
      durable.format(
          "%s|%d|%,.0f|%.2f", row.survived(), row.clients(), row.perSecond(), row.p50Ms());
    }
    return durable;
  }

  private static Table snapshots(EmulatorResult result) {
    Table table =
        new Table(
            "items", "written ms", "in bulk ms", "restored ms", "first write ms", "next write ms");
    for (RestoreTimes row : result.snapshots()) {
      table.format(
          "%,d|%,.1f|%,.1f|%.3f|%.3f|%.3f",
          row.items(),
          row.singleMs(),
          row.bulkMs(),
          row.restoreMs(),
          row.firstWriteMs(),
          row.nextWriteMs());
    }
    return table;
  }

  /**
   * The results.
   *
   * @param processors of this machine, shared by the clients and the servers
   * @param other the other server, or why it was left out
   * @param start to the first response; null if it was left out, as is the large container
   * @param runs each call at each server that supports it, in each run
   * @param memory what an item takes
   * @param durable writes by what they outlive
   * @param snapshots restores of a snapshot beside writes of its items
   * @param large a million items
   */
  record EmulatorResult(
      int processors,
      String other,
      @Nullable StartTimes start,
      @JsonIgnore List<EmulatorRun> runs,
      List<Footprint> memory,
      List<DurableWrites> durable,
      List<RestoreTimes> snapshots,
      LargeContainer.@Nullable Growth large) {
    @JsonProperty
    List<Map<String, Double>> residentMiB() {
      return runs.stream().map(EmulatorRun::residentMiB).toList();
    }

    @JsonProperty
    List<Goal> goals() {
      return Goals.of(this);
    }

    @JsonProperty
    List<Measured> calls() {
      return runs.stream().flatMap(run -> run.calls().stream()).toList();
    }

    /** The same call with as many clients at the same server, in each run. */
    List<List<Measured>> rows() {
      return List.copyOf(
          calls().stream()
              .collect(
                  Collectors.groupingBy(
                      each -> List.of(each.call(), each.clients(), each.server()),
                      LinkedHashMap::new,
                      Collectors.toList()))
              .values());
    }
  }

  /** The goals of the emulator. */
  static final class Goals {
    private static final double WARM_MS = 300;
    private static final double PROCESS_MS = 1_000;
    private static final double GROWTH = 2;
    private static final double FASTER = 1.05;

    private Goals() {}

    static List<Goal> of(EmulatorResult result) {
      List<Goal> goals = new ArrayList<>();
      StartTimes start = result.start();
      if (start != null) {
        goals.add(atMost("first response, warm JVM, ms", WARM_MS, start.warmMs()));
        goals.add(atMost("first response, new process, ms", PROCESS_MS, start.processMs()));
      }
      for (List<Measured> ours : result.rows()) {
        if (ours.get(0).server().equals(Server.EMULATOR)) {
          List<Measured> rival =
              ours.stream().flatMap(each -> other(result, each).stream()).toList();
          if (rival.size() == ours.size()) {
            compare(goals, ours, rival);
          }
        }
      }
      LargeContainer.Growth large = result.large();
      if (large != null) {
        String loaded = format("%,d items within %,d MiB of heap", large.items(), large.heapMiB());
        goals.add(new Goal(loaded, "loaded and queried", true));
        large
            .queries()
            .forEach(
                query ->
                    goals.add(atMost("large / small: " + query.query(), GROWTH, query.factor())));
      }
      return goals;
    }

    private static Optional<Measured> other(EmulatorResult result, Measured ours) {
      return result.calls().stream()
          .filter(each -> each.server().equals(Server.RIVAL))
          .filter(each -> each.run() == ours.run())
          .filter(each -> each.call().equals(ours.call()) && each.clients() == ours.clients())
          .findFirst();
    }

    /** A bound holds if it holds in every run. */
    private static void compare(List<Goal> goals, List<Measured> ours, List<Measured> rival) {
      int clients = ours.get(0).clients();
      String what = ours.get(0).call() + ", " + clients + (clients == 1 ? " client" : " clients");
      Spread faster = ratios(ours, rival, Measured::callsPerSecond);
      goals.add(
          new Goal(
              format("%s: at least %.2f of the other's throughput", what, FASTER),
              faster.text("%.2f") + " times",
              faster.least() >= FASTER));
    }

    private static Spread ratios(
        List<Measured> ours, List<Measured> rival, ToDoubleFunction<Measured> number) {
      return Spread.of(
          IntStream.range(0, ours.size())
              .mapToObj(i -> number.applyAsDouble(ours.get(i)) / number.applyAsDouble(rival.get(i)))
              .toList());
    }

    private static Goal atMost(String what, double bound, double measured) {
      return new Goal(
          what + format(" at most %,.0f", bound), format("%,.2f", measured), measured <= bound);
    }

    private static String format(String format, Object... values) {
      return String.format(Locale.ROOT, format, values);
    }
  }

  /**
   * A goal, and whether it was reached.
   *
   * @param goal the bound
   * @param met whether it is within the bound
   */
  record Goal(String goal, String measured, boolean met) {}
}
