package dev.cosmosblog.simulation.fuzz;

import dev.cosmosblog.simulation.fuzz.FuzzedEmulator.Gauge;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The findings of a run. Safe for many threads. */
final class FuzzFindings {
  /** Chunks of pools and compiled programs, which a run may add to. */
  private static final long HEAP_TOLERANCE = 24L << 20;

  private static final long DIRECT_TOLERANCE = 16L << 20;

  /** Workers, which end when they have been idle for 30 s. */
  private static final int THREADS_TOLERANCE = 16;

  private static final int MAX_LISTED = 200;
  private static final int EXCERPT = 400;
  private static final int REFUSED = 400;
  private static final int FAILED = 500;

  // Guarded by this.
  private final Map<String, Map<Integer, Long>> statuses = new TreeMap<>();
  private final List<String> violations = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();
  private long violationCount;
  private long failedCount;

  /** Counts an attack; its status is 0 without a response. */
  synchronized void add(String kind, int status) {
    statuses.computeIfAbsent(kind, none -> new TreeMap<>()).merge(status, 1L, Long::sum);
  }

  synchronized void violation(String name, String message, Attack attack) {
    violation(name + ": " + message + " after " + cut(attack.framing() + " " + attack.request()));
  }

  synchronized void violation(String message) {
    violationCount++;
    if (violations.size() < MAX_LISTED) {
      violations.add(message);
    }
  }

  /** Counts a response, and checks that it is documented and doesn't contain a secret. */
  synchronized void check(String name, Attack attack, FuzzResponse answer) {
    add(attack.kind(), answer.status());
    String text = answer.status() + " " + new String(answer.body(), StandardCharsets.UTF_8);
    String shown = " " + cut(text);
    String problem = answer.problem(attack.request().verb());
    if (problem != null) {
      violation(name, problem + shown, attack);
    }
    if (answer.shows(Attacks.SECRET) && !attack.request().mayShow(Attacks.CANARY)) {
      violation(name, "The response shows the secret:" + shown, attack);
    }
    if (attack.kind().equals(Attacks.RENAME) && answer.status() < REFUSED) {
      violation(name, "An item got another id by its own token:" + shown, attack);
    }
    if (answer.status() == FAILED) {
      failedCount++;
      if (failed.size() < MAX_LISTED) {
        failed.add(name + " after " + cut(String.valueOf(attack.request())));
      }
    }
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(EXCERPT, text.length()));
  }

  /** Checks that responses with 500 were JVM errors, as documented. */
  synchronized void checkFailures(long errors, List<String> logged) {
    if (failedCount > errors) {
      violation(
          failedCount + " responses 500, " + errors + " of them errors of the virtual machine.");
      failed.forEach(this::violation);
      logged.forEach(failure -> violation("The log has: " + failure));
    }
  }

  /** Checks that everything was given back. */
  synchronized void checkGauge(Gauge begin, Gauge end) {
    if (!settled(begin, end)) {
      violation("The emulator has not released what it took: " + begin + " became " + end);
    }
  }

  static boolean settled(Gauge begin, Gauge end) {
    return end.heap() - begin.heap() <= HEAP_TOLERANCE
        && end.direct() - begin.direct() <= DIRECT_TOLERANCE
        && end.threads() - begin.threads() <= THREADS_TOLERANCE;
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
