package dev.cosmosblog.simulation.chaos;

import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.ThroughputProperties;
import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.simulation.chaos.ChaosReport.Events;
import dev.cosmosblog.simulation.chaos.ChaosReport.FailureRecord;
import dev.cosmosblog.simulation.chaos.Check.Evidence;
import dev.cosmosblog.simulation.chaos.CommandLog.Journal;
import dev.cosmosblog.simulation.chaos.Drainage.LagProbe;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogSchema;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** One run, from the start of its processes to the checks of the stored items. */
final class ChaosRun {
  static final String DATABASE = "blog";
  private static final Duration HOSTS_BEGIN = Duration.ofMinutes(3);
  private static final Duration HOSTS_END = Duration.ofSeconds(30);

  private final ChaosSettings settings;
  private final Screen screen;
  private final Journal journal = new Journal();
  private final Map<String, String> splits = new TreeMap<>();

  ChaosRun(ChaosSettings settings, Screen screen) {
    this.settings = settings;
    this.screen = screen;
  }

  /** The clients of the stores. Each has its own session and clock. */
  private record Clients(List<BlogDatabase> all) implements AutoCloseable {
    static Clients connect(Endpoint endpoint) throws IOException {
      List<BlogDatabase> all = new ArrayList<>();
      for (int number = 0; number < ChaosSettings.CLIENTS; number++) {
        Duration offset = ChaosSettings.clockOffset(number, ChaosSettings.CLIENTS);
        Clock clock = Clock.offset(Clock.systemUTC(), offset);
        all.add(endpoint.connect(DATABASE, "chaos", ChaosSettings.database().clock(clock)));
      }
      return new Clients(List.copyOf(all));
    }

    BlogDatabase first() {
      return all.get(0);
    }

    @Override
    public void close() {
      all.forEach(BlogDatabase::close);
    }
  }

  /** The end of a run, before the checks. */
  private record Drained(Map<String, Long> faults, boolean inTime, double seconds) {}

  /** Runs it; returns whether every invariant held. */
  boolean run() throws IOException, InterruptedException {
    screen.line(
        "chaos: seed %d%s",
        settings.seed(), settings.serviceConditions() ? ", under service conditions" : "");
    try (ChaosEmulator emulator = ChaosEmulator.start(settings);
        Clients clients = Clients.connect(emulator.endpoint());
        HostProcesses hosts = new HostProcesses(emulator.endpoint(), settings.hosts(), journal);
        Participants cast = new Participants(settings, clients.all(), hosts, journal)) {
      BlogDatabase blog = clients.first();
      schema(blog).provision();
      cast.killer().startAll();
      if (!hosts.awaitStarted(settings.hosts(), HOSTS_BEGIN)) {
        hosts.lines().forEach(screen::line);
        throw new IOException("The hosts did not start within " + HOSTS_BEGIN.toSeconds() + " s");
      }
      write(emulator, cast);
      Drained drained = drain(emulator, blog, cast);
      if (!Check.all(evidence(blog, hosts, cast)).all().isEmpty()) {
        screen.line("chaos: waiting for the rechecks of killed hosts");
        drainage(blog).awaitAll(ChaosSettings.DRAIN_ALL);
      }
      int lateHosts = hosts.stop(HOSTS_END);
      return conclude(blog, hosts, cast, events(cast, drained, lateHosts));
    }
  }

  private BlogSchema schema(BlogDatabase blog) {
    BlogSchema schema = blog.schema().withScripts();
    return settings.serviceConditions()
        ? schema.withThroughput(
            ThroughputProperties.createManualThroughput(ChaosSettings.REQUEST_UNITS))
        : schema;
  }

  private void write(ChaosEmulator emulator, Participants cast)
      throws IOException, InterruptedException {
    emulator.disturb();
    screen.line("chaos: %d writers for %d s", settings.writers(), settings.seconds());
    cast.begin();
    TimeUnit.MILLISECONDS.sleep(settings.seconds() * 500L);
    for (String container : new String[] {"posts", "users"}) {
      splits.put(container, emulator.split(DATABASE, container));
    }
    screen.line("chaos: split, ranges are " + splits);
    TimeUnit.MILLISECONDS.sleep(settings.seconds() * 500L);
    cast.end();
    screen.line("chaos: %d commands were given", journal.log().all().size());
  }

  private Drained drain(ChaosEmulator emulator, BlogDatabase blog, Participants cast)
      throws IOException, InterruptedException {
    Map<String, Long> faults = emulator.calm();
    cast.killer().startAll();
    long start = System.nanoTime();
    boolean inTime = drainage(blog).await(ChaosSettings.DRAIN);
    double seconds = Math.round((System.nanoTime() - start) / 1e8) / 10.0;
    screen.line("chaos: %s after %.1f s", inTime ? "drained" : "not drained", seconds);
    return new Drained(faults, inTime, seconds);
  }

  private Drainage drainage(BlogDatabase blog) {
    return new Drainage(
        new LagProbe(blog.unwrap(CosmosAsyncDatabase.class)),
        blog.unwrap(CosmosDatabase.class),
        screen);
  }

  private Evidence evidence(BlogDatabase blog, HostProcesses hosts, Participants cast) {
    return new Evidence(
        Reading.of(blog.unwrap(CosmosDatabase.class), cast.saboteur().planted()),
        journal.log(),
        cast.saboteur().planted(),
        hosts.deadLetters(),
        ChaosSettings.FRONT_PAGE_SIZE);
  }

  private Events events(Participants cast, Drained drained, int lateHosts) {
    Map<String, Long> faults = new TreeMap<>(drained.faults());
    faults.put("writersClockJump", (long) cast.jumper().jumps());
    return new Events(
        faults,
        cast.killer().kills(),
        splits,
        cast.observer().looks(),
        cast.probe().seen(),
        journal.countRefusedTooEarly(),
        cast.gauge().measured(),
        drained.inTime(),
        drained.seconds(),
        lateHosts);
  }

  private boolean conclude(BlogDatabase blog, HostProcesses hosts, Participants cast, Events events)
      throws IOException {
    Evidence evidence = evidence(blog, hosts, cast);
    ChaosFindings findings = Check.all(evidence);
    findings.addAll(cast.observer().findings());
    if (findings.all().isEmpty() && events.drained()) {
      NameProbe.look(blog, evidence.reading(), findings);
    }
    ChaosReport report = new ChaosReport(settings, events, evidence, findings);
    report.print(screen);
    if (!report.clean()) {
      FailureRecord remains = new FailureRecord(settings.seed());
      remains.keepHosts(hosts);
      screen.line(
          "what is left of it is in "
              + remains.keep(
                  blog.unwrap(CosmosDatabase.class),
                  journal.log(),
                  cast.observer().history(),
                  findings.all()));
    }
    return report.clean();
  }
}
