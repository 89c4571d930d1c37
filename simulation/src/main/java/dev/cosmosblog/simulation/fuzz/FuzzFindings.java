package dev.cosmosblog.simulation.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.simulation.fuzz.Attacks.Attack;
import dev.cosmosblog.simulation.fuzz.FuzzedEmulator.Gauge;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The findings of a run. Thread-safe. */
final class FuzzFindings {
  private static final ObjectMapper JSON = new ObjectMapper();
  // An emulator without databases needs this much, with pools and compiled programs.
  private static final int MAX_HEAP_MB = 48;
  private static final int MAX_DIRECT_MB = 32;
  private static final int MAX_THREADS = 60;

  private static final int MAX_LISTED = 200;
  private static final int EXCERPT = 400;
  private static final int REFUSED = 400;
  private static final int FAILED = 500;
  private static final Set<Integer> DOCUMENTED =
      Set.of(
          200, 201, 204, 207, 304, 400, 401, 403, 404, 405, 408, 409, 410, 412, 413, 429, 449, 500,
          503);

  // Guarded by this.
  private final Map<String, Map<Integer, Long>> statuses = new TreeMap<>();
  private final List<String> violations = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();
  private long violationCount;

  /** Counts an attack; its status is 0 without a response. */
  synchronized void add(String kind, int status) {
    statuses.computeIfAbsent(kind, none -> new TreeMap<>()).merge(status, 1L, Long::sum);
  }

  synchronized void violation(String name, String message, Attack attack) {
    violation(name + ": " + message + " after " + cut(String.valueOf(attack.request())));
  }

  synchronized void violation(String message) {
    violationCount++;
    if (violations.size() < MAX_LISTED) {
      violations.add(message);
    }
  }

  /** Counts a response, and checks that it is documented and doesn't contain a secret. */
  synchronized void check(
      String name, Attack attack, int status, HttpHeaders headers, byte[] content) {
    add(attack.kind(), status);
    String body = new String(content, StandardCharsets.UTF_8);
    String shown = " " + status + " " + cut(body);
    String problem = problem(attack.request().verb(), status, headers, body);
    if (problem != null) {
      violation(name, problem + shown, attack);
    }
    boolean secret = (body + headers.map()).contains(Attacks.SECRET);
    if (secret && !attack.request().mayShow(Attacks.CANARY)) {
      violation(name, "The response shows the secret:" + shown, attack);
    }
    if (status == FAILED) {
      failed.add(name + " after " + cut(String.valueOf(attack.request())));
    }
  }

  /** Returns what is wrong with a response; null if nothing is. */
  private static @Nullable String problem(
      String verb, int status, HttpHeaders headers, String body) {
    if (!DOCUMENTED.contains(status)) {
      return "The status is not documented.";
    }
    boolean json = headers.firstValue("content-type").orElse("").startsWith("application/json");
    boolean error = status >= REFUSED && !verb.equals("HEAD");
    if (!json || body.isEmpty()) {
      return error ? "An error has no JSON." : null;
    }
    try {
      JsonNode value = JSON.readTree(body);
      boolean told = value.path("code").isTextual() && value.path("message").isTextual();
      return error && !told ? "An error has no code and message." : null;
    } catch (IOException e) {
      return "The body is not JSON: " + e.getMessage();
    }
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(EXCERPT, text.length()));
  }

  /** Checks that responses with 500 were errors of the virtual machine, as documented. */
  synchronized void checkFailures(long errors) {
    if (failed.size() > errors) {
      failed.forEach(each -> violation("The response to " + each + " is 500."));
    }
  }

  /** Checks that memory and threads are released. */
  synchronized void checkGauge(Gauge end) {
    if (!released(end)) {
      violation("The emulator has not released what it took: " + end);
    }
  }

  static boolean released(Gauge gauge) {
    return gauge.heapMb() <= MAX_HEAP_MB
        && gauge.directMb() <= MAX_DIRECT_MB
        && gauge.threads() <= MAX_THREADS;
  }

  synchronized Map<String, Map<Integer, Long>> statuses() {
    Map<String, Map<Integer, Long>> copy = new TreeMap<>();
    statuses.forEach((kind, counts) -> copy.put(kind, new TreeMap<>(counts)));
    return copy;
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  synchronized long violationCount() {
    return violationCount;
  }
}
