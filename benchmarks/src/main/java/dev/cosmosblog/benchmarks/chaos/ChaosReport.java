package dev.cosmosblog.benchmarks.chaos;

import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a run came to: a table, and {@code chaos.json}. */
final class ChaosReport {
  private static final int SHOWN = 20;

  private final Map<String, Object> values = new LinkedHashMap<>();
  private final List<Finding> findings;
  private final boolean drained;
  private final boolean looked;

  ChaosReport(ChaosSettings settings, Events events, Evidence evidence, Findings findings) {
    this.findings = findings.all();
    this.drained = events.drained();
    this.looked = events.looks() > 0;
    CommandLog log = evidence.log();
    values.put("seed", settings.seed());
    values.put("seconds", settings.seconds());
    values.put("partitions", settings.partitions());
    values.put("writePath", settings.writePath().name().toLowerCase(Locale.ROOT));
    values.put("writers", settings.writers());
    values.put("hosts", settings.hosts());
    values.put("kills", events.kills());
    values.put("splits", events.splits());
    values.put("faults", events.faults());
    values.put("commands", log.all().size());
    values.put("acknowledged", log.count(Outcome.DONE, Outcome.ALREADY_DONE));
    values.put("refused", log.count(Outcome.REFUSED));
    values.put("unknown", log.count(Outcome.UNKNOWN));
    values.put("users", evidence.reading().users().size());
    values.put("posts", evidence.reading().posts().size());
    values.put("comments", evidence.reading().comments().size());
    values.put("likes", evidence.reading().likes().size());
    values.put("deletedPosts", evidence.reading().marks().size());
    values.put("looks", events.looks());
    values.put("drained", events.drained());
    values.put("drainSeconds", events.drainSeconds());
    values.put("lateHosts", events.lateHosts());
    findings.counts().forEach((harm, count) -> values.put(harm.counted(), count));
    values.put("badItems", evidence.planted().size());
    values.put("setAside", evidence.setAside().size());
  }

  /** Whether all is as it must be, and somebody looked while it happened. */
  boolean clean() {
    return findings.isEmpty() && drained && looked;
  }

  void print(Screen screen) throws IOException {
    Table table = new Table("what", "value");
    values.forEach((what, value) -> table.row(what, value));
    table.print(screen);
    findings.stream().limit(SHOWN).forEach(finding -> screen.line(finding.line()));
    if (findings.size() > SHOWN) {
      screen.line("and " + (findings.size() - SHOWN) + " more");
    }
    screen.line("written to " + Results.write("chaos", values));
  }
}
