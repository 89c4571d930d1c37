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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An emulator in another process, so that its allocations aren't the client's. It counts the
 * requests between {@link #record} and {@link #take}. {@link #main} is the process, which all
 * emulators of this one share.
 */
record MeteredEmulator(String number, Endpoint endpoint) implements AutoCloseable {
  private static final String ANSWER = "answer ";

  /** No script is endless, but a busy machine may take long to load the interpreter. */
  private static final Duration SCRIPT_TIME = Duration.ofMinutes(1);

  private static @Nullable ChildProcess process;

  static MeteredEmulator start(int partitions) throws IOException, InterruptedException {
    String[] words = ask("start " + partitions).split(" ");
    return new MeteredEmulator(words[0], new Endpoint(URI.create(words[1]), words[2]));
  }

  private static synchronized String ask(String command) throws IOException, InterruptedException {
    ChildProcess asked = process;
    if (asked == null) {
      asked = ChildProcess.start(ChildProcess.java(MeteredEmulator.class, List.of()));
      process = asked;
    }
    asked.send(command);
    return asked.awaitLine(ANSWER);
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
    ask("record " + number);
  }

  /** Stops counting; returns the cost of the requests since {@link #record}. */
  Cost take() throws IOException, InterruptedException {
    String[] words = ask("take " + number).split(" ");
    return new Cost(
        Integer.parseInt(words[0]),
        Integer.parseInt(words[1]),
        Long.parseLong(words[2]),
        Double.parseDouble(words[3]));
  }

  @Override
  public void close() throws IOException {
    try {
      ask("stop " + number);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts, asks and stops emulators, by a command a line, until the input ends. */
  public static void main(String[] arguments) throws IOException {
    List<Metered> emulators = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ");
        int number = Integer.parseInt(words[1]);
        System.out.println(
            ANSWER
                + switch (words[0]) {
                  case "start" -> {
                    emulators.add(Metered.start(number));
                    LocalCosmos emulator = emulators.get(emulators.size() - 1).emulator;
                    yield emulators.size() - 1 + " " + emulator.endpoint() + " " + emulator.key();
                  }
                  case "record" -> emulators.get(number).count(true);
                  case "take" -> emulators.get(number).count(false);
                  default -> emulators.get(number).stop();
                });
      }
    }
  }

  /** An emulator of the other process. */
  private record Metered(LocalCosmos emulator, RequestLog log, AtomicBoolean recording) {
    static Metered start(int partitions) {
      RequestLog log = new RequestLog("");
      AtomicBoolean recording = new AtomicBoolean();
      LocalCosmos emulator =
          LocalCosmos.builder()
              .physicalPartitions(partitions)
              .scriptTime(SCRIPT_TIME)
              .listener(
                  request -> {
                    if (recording.get()) {
                      log.onRequest(request);
                    }
                  })
              .start();
      return new Metered(emulator, log, recording);
    }

    /** Returns the cost of what was counted. */
    String count(boolean next) {
      recording.set(next);
      Cost cost = Cost.of(log.take());
      return "%d %d %d %s"
          .formatted(cost.requests(), cost.partitions(), cost.itemsLoaded(), cost.ru());
    }

    String stop() {
      emulator.close();
      return "";
    }
  }
}
