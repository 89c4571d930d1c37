package dev.cosmosblog.simulation.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Range;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.examples.console.Table;
import dev.cosmosblog.simulation.fuzz.FuzzedEmulator.Gauge;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Sends hostile requests to an emulator in its own process, and checks that all responses are
 * valid, that nobody reads more than they may, that other clients are served, and that resources
 * are released. Writes {@code fuzz.json}.
 */
@Command(
    name = "fuzz",
    description = "sends hostile requests to an emulator, and checks that it withstands them")
public final class Fuzz implements Program {
  /** A different sequence than that of the run, which loads all classes of the emulator. */
  private static final long WARM_UP_SEED = -1;

  private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(30);
  private static final Duration SETTLING = Duration.ofSeconds(60);
  private static final long SETTLING_STEP_NANOS = 1_000_000_000;

  /** Not the emulators' well-known key, with which requests must be rejected. */
  private static final String KEY = "ZnV6eg==";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int DELETED = 204;
  private static final int SHOWN = 20;
  private static final double MEGABYTE = 1e6;

  @Option(names = "--minutes", description = "how long")
  @Range(max = 10_000)
  private int minutes = 10;

  @Option(names = "--seconds", description = "the same in seconds")
  @Range(max = 1_000_000)
  private @Nullable Integer seconds;

  @Option(names = "--seed", description = "chooses the requests")
  private int seed = 1;

  @Option(names = "--clients", description = "that send at once")
  @Range(max = 100)
  private int clients = 6;

  @Option(names = "--probe-ms", description = "how long a point read may take meanwhile")
  @Range(max = 60_000)
  private int probeMs = 1_000;

  /**
   * The result of a run, as {@code fuzz.json} has it.
   *
   * @param seed chose the requests
   * @param seconds how long they were sent
   * @param statuses the number of responses by kind of attack and status; 0 means no response
   * @param errors responses with 500 because of JVM errors, as documented
   * @param probe the point reads meanwhile
   * @param begin the emulator's process before
   * @param end the same afterwards
   * @param violations the violations
   */
  record Report(
      long seed,
      double seconds,
      Map<String, Map<Integer, Long>> statuses,
      long errors,
      Probe.Times probe,
      Gauge begin,
      Gauge end,
      List<String> violations) {}

  @Override
  public boolean run(Screen screen) throws IOException, InterruptedException {
    Duration time = seconds == null ? Duration.ofMinutes(minutes) : Duration.ofSeconds(seconds);
    FuzzFindings findings = new FuzzFindings();
    Report report;
    try (FuzzedEmulator emulator = new FuzzedEmulator(KEY)) {
      plant(emulator);
      Duration warmUp = time.dividedBy(4);
      Duration before = warmUp.compareTo(LONGEST_WARM_UP) < 0 ? warmUp : LONGEST_WARM_UP;
      attack(emulator, WARM_UP_SEED - seed, clients, new FuzzFindings(), until(before));
      clear(emulator);
      Gauge begin = emulator.measure();

      long start = System.nanoTime();
      BooleanSupplier ended = until(time);
      Duration bound = Duration.ofMillis(probeMs);
      Probe probe = new Probe(emulator.port(), () -> canary().bytes(KEY), bound, findings, ended);
      Thread probing = new Thread(probe, "probe");
      probing.start();
      attack(emulator, seed, clients, findings, ended);
      probing.join();
      probe.judge(emulator::standstill);
      double took = (System.nanoTime() - start) / 1e9;

      Gauge end = begin;
      if (emulator.isRunning()) {
        checkCanary(emulator, findings);
        clear(emulator);
        end = settled(emulator, begin);
        findings.checkGauge(begin, end);
      } else {
        findings.violation("The emulator's process has ended.");
      }
      findings.checkFailures(emulator.errors(), emulator.failures());
      report =
          new Report(
              seed,
              took,
              findings.statuses(),
              emulator.errors(),
              probe.times(),
              begin,
              end,
              findings.violations());
    }
    Path file = Results.write("fuzz", report);
    print(report, findings.violationCount(), screen);
    screen.line("Results: " + file);
    return findings.violationCount() == 0;
  }

  private static BooleanSupplier until(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    return () -> System.nanoTime() - end > 0;
  }

  private static void attack(
      FuzzedEmulator emulator, long seed, int clients, FuzzFindings findings, BooleanSupplier ended)
      throws InterruptedException {
    try (Workers workers = new Workers(clients)) {
      workers.forEach(
          IntStream.range(0, clients).iterator(),
          client -> new FuzzClient(emulator, seed, client, findings, ended).run());
    }
  }

  private static WireRequest canary() {
    return WireRequest.of("GET", "dbs/canary/colls/c/docs/secret").inPartition("p");
  }

  private static FuzzResponse send(FuzzedEmulator emulator, WireRequest request)
      throws IOException {
    try (Socket socket = new Socket("127.0.0.1", emulator.port())) {
      socket.getOutputStream().write(request.bytes(emulator.key()));
      FuzzResponse answer =
          FuzzResponse.read(new BufferedInputStream(socket.getInputStream()), request.verb());
      if (answer == null) {
        throw new IOException("The emulator doesn't respond.");
      }
      return answer;
    }
  }

  /** Makes the item that the probe reads and nobody else may. */
  private static void plant(FuzzedEmulator emulator) throws IOException {
    send(emulator, WireRequest.of("POST", "dbs").withBody("{\"id\":\"canary\"}"));
    send(
        emulator,
        WireRequest.of("POST", "dbs/canary/colls")
            .withBody("{\"id\":\"c\",\"partitionKey\":{\"kind\":\"Hash\",\"paths\":[\"/pk\"]}}"));
    send(emulator, WireRequest.of("POST", "dbs/canary/users").withBody("{\"id\":\"u\"}"));
    send(
        emulator,
        WireRequest.of("POST", "dbs/canary/colls/c/docs")
            .inPartition("p")
            .withBody("{\"id\":\"secret\",\"pk\":\"p\",\"text\":\"" + Attacks.SECRET + "\"}"));
  }

  private static void checkCanary(FuzzedEmulator emulator, FuzzFindings findings)
      throws IOException {
    FuzzResponse answer = send(emulator, canary());
    if (!answer.shows(Attacks.SECRET)) {
      findings.violation("The canary is gone: " + answer.status());
    }
  }

  /** Deletes every database but the canary's: mutated requests make some under odd names, too. */
  private static void clear(FuzzedEmulator emulator) throws IOException {
    FuzzResponse answer = send(emulator, WireRequest.of("GET", "dbs"));
    for (JsonNode database : JSON.readTree(answer.body()).path("Databases")) {
      String id = database.path("id").asText();
      if (!id.equals(Attacks.CANARY)) {
        WireRequest delete = Attacks.tearDown(id);
        int status = send(emulator, delete.withPath(List.of("dbs", id))).status();
        if (status != DELETED) {
          throw new IOException("Database '" + id + "' is not deleted: " + status);
        }
      }
    }
  }

  private static Gauge settled(FuzzedEmulator emulator, Gauge begin)
      throws IOException, InterruptedException {
    BooleanSupplier late = until(SETTLING);
    Gauge end = emulator.measure();
    while (!FuzzFindings.settled(begin, end) && !late.getAsBoolean()) {
      LockSupport.parkNanos(SETTLING_STEP_NANOS);
      end = emulator.measure();
    }
    return end;
  }

  private static void print(Report report, long violations, Screen screen) {
    Table table = new Table("attack", "times", "responses");
    report
        .statuses()
        .forEach(
            (kind, counts) ->
                table.row(
                    kind,
                    counts.values().stream().mapToLong(Long::longValue).sum(),
                    counts.entrySet().stream()
                        .map(
                            each ->
                                (each.getKey() == 0 ? "none" : each.getKey())
                                    + ": "
                                    + each.getValue())
                        .collect(Collectors.joining(", "))));
    table.print(screen);
    screen.line("");
    Probe.Times probe = report.probe();
    screen.line(
        "%.0f s. %,d point reads: median %.1f ms, p99 %.1f ms, longest %.1f ms",
        report.seconds(), probe.reads(), probe.p50(), probe.p99(), probe.max());
    screen.line(
        "Over the bound: %d while garbage was collected or the machine was busy, %d otherwise.",
        probe.slow() - probe.late(), probe.late());
    screen.line("before: " + line(report.begin()) + "; after: " + line(report.end()));
    screen.line(report.errors() + " errors of the virtual machine got status 500.");
    screen.line(violations == 0 ? "Nothing else went wrong." : violations + " violations:");
    report.violations().stream().limit(SHOWN).forEach(screen::line);
  }

  private static String line(Gauge gauge) {
    return "heap %.1f MB, direct memory %.1f MB, %d threads"
        .formatted(gauge.heap() / MEGABYTE, gauge.direct() / MEGABYTE, gauge.threads());
  }
}
