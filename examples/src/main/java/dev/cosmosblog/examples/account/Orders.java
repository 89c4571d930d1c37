package dev.cosmosblog.examples.account;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.examples.console.Screen;
import dev.cosmosblog.local.LocalCosmos;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.NoSuchElementException;

/** Takes orders for an account line by line, and answers each with a line. */
final class Orders {
  static final String ANSWER = "account: answer ";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final LocalCosmos account;
  private final FaultSchedule faults;
  private final Screen screen;

  Orders(LocalCosmos account, FaultSchedule faults, Screen screen) {
    this.account = account;
    this.faults = faults;
    this.screen = screen;
  }

  /** Until the input ends: whoever gave the orders has gone then. */
  void follow(InputStream input) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        screen.line(ANSWER + answer(List.of(line.strip().split(" +"))));
      }
    } catch (IOException gone) {
      // The same as an end.
    }
  }

  private String answer(List<String> words) throws JsonProcessingException {
    switch (words.get(0)) {
      case "disturb" -> account.faults(faults.plan());
      case "calm" -> account.clearFaults();
      case "split" -> {
        return split(words);
      }
      case "counts" -> {
        // Beneath.
      }
      default -> {
        return "not understood: disturb, calm, counts, or split DATABASE CONTAINER";
      }
    }
    return JSON.writeValueAsString(faults.counts(account.faultCounts()));
  }

  private String split(List<String> words) throws JsonProcessingException {
    if (words.size() != 3) {
      return "not understood: split DATABASE CONTAINER";
    }
    String database = words.get(1);
    String container = words.get(2);
    try {
      String first = account.partitionIds(database, container).get(0);
      account.splitPartition(database, container, first);
      return JSON.writeValueAsString(account.partitionIds(database, container));
    } catch (NoSuchElementException | IllegalStateException e) {
      return "refused: " + e.getMessage();
    }
  }
}
