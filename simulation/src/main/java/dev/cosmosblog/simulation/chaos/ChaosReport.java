package dev.cosmosblog.simulation.chaos;

import com.azure.cosmos.CosmosDatabase;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.simulation.chaos.ChaosFindings.Finding;
import dev.cosmosblog.simulation.chaos.Check.Evidence;
import dev.cosmosblog.simulation.chaos.CommandLog.LoggedCommand;
import dev.cosmosblog.simulation.chaos.CommandLog.Outcome;
import dev.cosmosblog.simulation.chaos.HeapGauge.Heap;
import dev.cosmosblog.simulation.chaos.Observer.CopyHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The report of a run: a table, and {@code chaos.json}. */
final class ChaosReport {
  private static final int SHOWN = 20;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<Map<String, Object>> VALUES = new TypeReference<>() {};

  private final Map<String, Object> values = new LinkedHashMap<>();
  private final List<Finding> findings;
  private final boolean drained;
  private final boolean looked;
  private final String heapLine;

  ChaosReport(ChaosSettings settings, Events events, Evidence evidence, ChaosFindings findings) {
    this.findings = findings.all();
    this.drained = events.drained();
    this.looked = events.looks() > 0;
    this.heapLine = HeapGauge.line(events.heap());
    CommandLog log = evidence.log();
    values.putAll(JSON.convertValue(settings, VALUES));
    values.put("writePath", settings.writePath().name().toLowerCase(Locale.ROOT));
    values.put("clients", ChaosSettings.CLIENTS);
    values.put("clocksApartSeconds", ChaosSettings.SETTLE.toSeconds());
    values.putAll(JSON.convertValue(events, VALUES));
    values.put("commands", log.all().size());
    values.put("acknowledged", log.count(Outcome.DONE, Outcome.ALREADY_DONE));
    values.put("refused", log.count(Outcome.REFUSED));
    values.put("unknown", log.count(Outcome.UNKNOWN));
    values.put("users", evidence.reading().users().size());
    values.put("posts", evidence.reading().posts().size());
    values.put("comments", evidence.reading().comments().size());
    values.put("likes", evidence.reading().likes().size());
    values.put("deletedPosts", evidence.reading().marks().size());
    findings.counts().forEach((harm, count) -> values.put(harm.counted(), count));
    values.put("badItems", evidence.planted().size());
    values.put("deadLetters", evidence.deadLetters().size());
  }

  /** Returns whether every invariant held, and was observed during the run, too. */
  boolean clean() {
    return findings.isEmpty() && drained && looked;
  }

  void print(Screen screen) throws IOException {
    Table table = new Table("what", "value");
    values.forEach((what, value) -> table.row(what, what.equals("heap") ? heapLine : value));
    table.print(screen);
    findings.stream().limit(SHOWN).forEach(finding -> screen.line(finding.line()));
    if (findings.size() > SHOWN) {
      screen.line("and " + (findings.size() - SHOWN) + " more");
    }
    screen.line("written to " + Results.write("chaos", values));
  }

  /**
   * The events of a run.
   *
   * @param faults how many faults there were, by their names
   * @param kills how many hosts were killed
   * @param splits the ranges of each container that was split, after that
   * @param looks how often the observer looked
   * @param seen the replica lag that clients of other sessions saw
   * @param refusedTooEarly how many rejections a lagging replica explains
   * @param heap the heap in use after each minute
   * @param drained whether the hosts were done in time
   * @param drainSeconds how long they took
   * @param lateHosts how many hosts did not stop on request
   */
  record Events(
      Map<String, Long> faults,
      int kills,
      Map<String, String> splits,
      int looks,
      @JsonUnwrapped ReplicaProbe.Seen seen,
      int refusedTooEarly,
      List<Heap> heap,
      boolean drained,
      double drainSeconds,
      int lateHosts) {}

  /** Records a failed run: its items, commands and findings, and the hosts' output. */
  static final class FailureRecord {
    private final Path directory;

    FailureRecord(int seed) throws IOException {
      this.directory = Files.createDirectories(Results.directory().resolve("chaos-" + seed));
    }

    /** Writes the record; returns its directory. */
    Path keep(CosmosDatabase database, CommandLog log, CopyHistory history, List<Finding> findings)
        throws IOException {
      for (String container : List.of("users", "posts", "feed", "leases")) {
        write(
            container + ".jsonl",
            Reading.read(database, container, Set.of()).stream()
                .map(item -> Reading.shortened(item).toString())
                .toList());
      }
      write("commands.log", log.all().stream().map(LoggedCommand::line).toList());
      write("findings.log", story(log, history, findings));
      return directory;
    }

    void keepHosts(HostProcesses hosts) throws IOException {
      write("hosts.log", List.copyOf(hosts.lines()));
    }

    /** Returns each finding with the commands about its item, and the versions of its copies. */
    private static List<String> story(CommandLog log, CopyHistory history, List<Finding> findings) {
      List<String> lines = new ArrayList<>(findings.stream().map(Finding::line).toList());
      Set<String> ids =
          findings.stream()
              .map(Finding::itemId)
              .collect(Collectors.toCollection(LinkedHashSet::new));
      for (String id : ids) {
        lines.add("");
        lines.add("== " + id);
        lines.addAll(history.of(id));
        log.about(id).forEach(one -> lines.add(one.line()));
      }
      return lines;
    }

    private void write(String name, List<String> lines) throws IOException {
      Files.write(directory.resolve(name), lines);
    }
  }
}
