package dev.cosmoslocal.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.request.RequestRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Executes commands to a running emulator, one for each line of input. */
final class Orders {
  /** The prefix of each response. */
  static final String ANSWER = "answer ";

  private static final int THROTTLED = 429;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FaultSchedule faults;
  private final LongAdder throttled = new LongAdder();

  Orders(FaultSchedule faults) {
    this.faults = faults;
  }

  /** Counts the requests that were throttled. */
  void count(RequestRecord request) {
    if (request.status() == THROTTLED) {
      throttled.increment();
    }
  }

  /** Executes commands until the input ends, which means that the client has gone, then stops. */
  void follow(LocalCosmos emulator, InputStream input, Consumer<String> out, Stop stop) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        out.accept(ANSWER + answer(List.of(line.strip().split(" +")), emulator));
      }
    } catch (IOException gone) {
      // The same as the end of the input.
    }
    stop.stop();
  }

  private String answer(List<String> words, LocalCosmos emulator) throws JsonProcessingException {
    switch (words.get(0)) {
      case "disturb" -> emulator.faults(faults.plan());
      case "calm" -> emulator.clearFaults();
      case "split" -> {
        return words.size() == 3
            ? split(emulator, words.get(1), words.get(2))
            : "not understood: split DATABASE CONTAINER";
      }
      case "failover" -> {
        return words.size() == 2 && words.get(1).matches("\\d{1,9}")
            ? failover(emulator, Long.parseLong(words.get(1)))
            : "not understood: failover MILLISECONDS";
      }
      case "counts" -> {
        // All other commands return the counts, too.
      }
      default -> {
        return "not understood: disturb, calm, counts, split DATABASE CONTAINER, or failover"
            + " MILLISECONDS";
      }
    }
    Map<String, Long> counts = faults.counts(emulator.faultCounts());
    counts.put("answered429", throttled.sum());
    return JSON.writeValueAsString(counts);
  }

  private static String failover(LocalCosmos emulator, long millis) {
    try {
      return "{\"lost\":" + emulator.failover(Duration.ofMillis(millis)) + "}";
    } catch (IllegalArgumentException e) {
      return "refused: " + e.getMessage();
    }
  }

  private static String split(LocalCosmos emulator, String database, String container)
      throws JsonProcessingException {
    try {
      String first = emulator.partitionIds(database, container).get(0);
      emulator.splitPartition(database, container, first);
      return JSON.writeValueAsString(emulator.partitionIds(database, container));
    } catch (NoSuchElementException | IllegalStateException e) {
      return "refused: " + e.getMessage();
    }
  }
}
