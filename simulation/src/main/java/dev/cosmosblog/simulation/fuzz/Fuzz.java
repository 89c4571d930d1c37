package dev.cosmosblog.simulation.fuzz;

import dev.cosmosblog.examples.blog.Workers;
import dev.cosmosblog.examples.console.Program;
import dev.cosmosblog.examples.console.Range;
import dev.cosmosblog.examples.console.Results;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.simulation.fuzz.FuzzedEmulator.Gauge;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Sends mistaken, expensive and unauthorized requests to an emulator in its own process, and checks
 * that all responses are documented, that nobody reads more than they may, that another client is
 * served, and that memory and threads are released. Writes {@code fuzz.json}.
 */
@Command(
    name = "fuzz",
    description = "sends random requests to an emulator, and checks its responses")
public final class Fuzz implements Program {
  /** Not the emulators' well-known key, with which requests must be rejected. */
  private static final String KEY = "ZnV6eg==";

  private static final long PAUSE_NANOS = 20_000_000;
  private static final Duration SETTLING = Duration.ofSeconds(60);
  private static final int SHOWN = 20;

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

  @Option(names = "--probe-ms", description = "how long another client's read may take meanwhile")
  @Range(max = 60_000)
  private int probeMs = 2_000;

  /**
   * The result of a run, as {@code fuzz.json} has it.
   *
   * @param seed chose the requests
   * @param seconds how long they were sent
   * @param statuses the number of responses by kind of attack and status; 0 means no response
   * @param errors responses with 500 because of JVM errors, as documented
   * @param reads how often another client read an item meanwhile
   * @param longestReadMs the milliseconds of the longest of these reads
   * @param end the emulator's process afterwards; null if it doesn't respond
   * @param log what the emulator logged
   */
  record Report(
      long seed,
      double seconds,
      Map<String, Map<Integer, Long>> statuses,
      long errors,
      long reads,
      long longestReadMs,
      @Nullable Gauge end,
      List<String> violations,
      List<String> log) {}

  @Override
  public boolean run(Screen screen) throws IOException, InterruptedException {
    Duration time = seconds == null ? Duration.ofMinutes(minutes) : Duration.ofSeconds(seconds);
    FuzzFindings findings = new FuzzFindings();
    LongSummaryStatistics reads = new LongSummaryStatistics();
    Report report;
    try (FuzzedEmulator emulator = new FuzzedEmulator(KEY)) {
      plant(emulator);
      long start = System.nanoTime();
      BooleanSupplier ended = until(time);
      Thread reader = new Thread(() -> read(emulator, findings, reads, ended), "reader");
      reader.start();
      attack(emulator, findings, ended);
      reader.join();
      double took = (System.nanoTime() - start) / 1e9;
      Gauge end = checkEnd(emulator, findings);
      findings.checkFailures(emulator.errors());
      report =
          new Report(
              seed,
              took,
              findings.statuses(),
              emulator.errors(),
              reads.getCount(),
              Math.max(0, reads.getMax()),
              end,
              findings.violations(),
              emulator.log());
    }
    Path file = Results.write("fuzz", report);
    report.violations().stream().limit(SHOWN).forEach(screen::line);
    screen.line("%,d violations with seed %d", findings.violationCount(), seed);
    screen.line("Results: " + file);
    return findings.violationCount() == 0;
  }

  private static BooleanSupplier until(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    return () -> System.nanoTime() - end > 0;
  }

  private void attack(FuzzedEmulator emulator, FuzzFindings findings, BooleanSupplier ended)
      throws InterruptedException {
    try (Workers workers = new Workers(clients)) {
      workers.forEach(
          IntStream.range(0, clients).iterator(),
          client -> new FuzzClient(emulator, seed, client, findings).run(ended));
    }
  }

  /** Makes the item that another client reads and that the attacks may not see. */
  private static void plant(FuzzedEmulator emulator) throws IOException, InterruptedException {
    emulator.send(WireRequest.of("POST", "dbs").withBody("{\"id\":\"canary\"}"));
    emulator.send(
        WireRequest.of("POST", "dbs/canary/colls")
            .withBody("{\"id\":\"c\",\"partitionKey\":{\"kind\":\"Hash\",\"paths\":[\"/pk\"]}}"));
    emulator.send(WireRequest.of("POST", "dbs/canary/users").withBody("{\"id\":\"u\"}"));
    emulator.send(
        WireRequest.of("POST", "dbs/canary/colls/c/docs")
            .inPartition("p")
            .withBody("{\"id\":\"secret\",\"pk\":\"p\",\"text\":\"" + Attacks.SECRET + "\"}"));
  }

  /** Reads the item again and again; the statistics take the milliseconds of each read. */
  private void read(
      FuzzedEmulator emulator,
      FuzzFindings findings,
      LongSummaryStatistics reads,
      BooleanSupplier ended) {
    while (!ended.getAsBoolean() && emulator.isRunning()) {
      long begin = System.nanoTime();
      try {
        readCanary(emulator, findings);
      } catch (IOException e) {
        findings.violation("The item of another client can't be read: " + e);
      } catch (InterruptedException e) {
        return;
      }
      reads.accept((System.nanoTime() - begin) / 1_000_000);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    if (reads.getMax() > probeMs) {
      findings.violation("Another client's read took " + reads.getMax() + " ms.");
    }
  }

  /**
   * Checks that the item is still there, and that memory and threads are released in time.
   *
   * @return the process afterwards; null if it doesn't respond
   */
  private @Nullable Gauge checkEnd(FuzzedEmulator emulator, FuzzFindings findings)
      throws InterruptedException {
    try {
      readCanary(emulator, findings);
      deleteDatabases(emulator);
      BooleanSupplier late = until(SETTLING);
      Gauge end = emulator.measure();
      while (!FuzzFindings.released(end) && !late.getAsBoolean()) {
        LockSupport.parkNanos(50 * PAUSE_NANOS);
        end = emulator.measure();
      }
      findings.checkGauge(end);
      return end;
    } catch (IOException e) {
      String state = emulator.isRunning() ? "doesn't respond" : "has ended";
      findings.violation("The emulator's process " + state + ": " + e);
      return null;
    }
  }

  private void deleteDatabases(FuzzedEmulator emulator) throws IOException, InterruptedException {
    for (int client = 0; client < clients; client++) {
      emulator.send(WireRequest.of("DELETE", "dbs/" + Attacks.database(client)));
    }
  }

  private static void readCanary(FuzzedEmulator emulator, FuzzFindings findings)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        emulator.send(WireRequest.of("GET", "dbs/canary/colls/c/docs/secret").inPartition("p"));
    if (!new String(response.body(), StandardCharsets.UTF_8).contains(Attacks.SECRET)) {
      findings.violation("Another client's read got the status " + response.statusCode());
    }
  }
}
