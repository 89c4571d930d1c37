package dev.cosmosblog.benchmarks.ladder;

import dev.cosmosblog.examples.blog.Endpoint;
import dev.cosmosblog.examples.blog.RequestLog;
import dev.cosmosblog.testsupport.ChildProcess;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.request.RequestRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The emulator in its own process, so that its allocations aren't the client's. It counts the
 * requests between {@link #record} and {@link #take}. {@link #main} is the process.
 */
record MeteredEmulator(ChildProcess process, Endpoint endpoint) implements AutoCloseable {
  private static final String ANSWER = "answer ";

  /** No script is endless, but a busy machine may take long to load the interpreter. */
  private static final Duration SCRIPT_TIME = Duration.ofMinutes(1);

  static MeteredEmulator start(int partitions) throws IOException, InterruptedException {
    ChildProcess process =
        ChildProcess.start(
            ChildProcess.java(MeteredEmulator.class, List.of(), String.valueOf(partitions)));
    String[] words = process.awaitLine(ANSWER).split(" ");
    return new MeteredEmulator(process, new Endpoint(URI.create(words[0]), words[1]));
  }

  /**
   * The cost of some requests.
   *
   * @param requests requests to partitions
   * @param partitions different physical partitions that they asked
   * @param itemsLoaded items that were loaded for them
   * @param ru modelled request units
   */
  record Cost(int requests, int partitions, long itemsLoaded, double ru) {
    private static Cost of(RequestLog.Sent sent) {
      return new Cost(
          sent.requests().size(),
          sent.partitions(),
          sent.requests().stream().mapToLong(RequestRecord::itemsLoaded).sum(),
          sent.ru());
    }
  }

  /** Starts to count requests. */
  void record() throws IOException, InterruptedException {
    process.send("record");
    process.awaitLine(ANSWER);
  }

  /** Stops counting; returns the cost of the requests since {@link #record}. */
  Cost take() throws IOException, InterruptedException {
    process.send("take");
    String[] words = process.awaitLine(ANSWER).split(" ");
    return new Cost(
        Integer.parseInt(words[0]),
        Integer.parseInt(words[1]),
        Long.parseLong(words[2]),
        Double.parseDouble(words[3]));
  }

  @Override
  public void close() {
    process.close();
  }

  /** Runs the emulator with a number of physical partitions, until the input ends. */
  public static void main(String[] arguments) throws IOException {
    RequestLog log = new RequestLog("");
    AtomicBoolean recording = new AtomicBoolean();
    try (LocalCosmos emulator =
            LocalCosmos.builder()
                .physicalPartitions(Integer.parseInt(arguments[0]))
                .scriptTime(SCRIPT_TIME)
                .listener(
                    request -> {
                      if (recording.get()) {
                        log.onRequest(request);
                      }
                    })
                .start();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println(ANSWER + emulator.endpoint() + " " + emulator.key());
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        recording.set(line.equals("record"));
        Cost cost = Cost.of(log.take());
        System.out.printf(
            "%s%d %d %d %s%n",
            ANSWER, cost.requests(), cost.partitions(), cost.itemsLoaded(), cost.ru());
      }
    }
  }
}
