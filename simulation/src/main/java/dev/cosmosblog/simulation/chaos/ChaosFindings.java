package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.testsupport.OracleFinding;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The broken invariants, each once. Safe for use by several threads. */
final class ChaosFindings {
  /** Guarded by this. */
  private final Set<Finding> found = new LinkedHashSet<>();

  synchronized void add(String invariant, Harm harm, String itemId, String detail) {
    found.add(new Finding(invariant, harm, itemId, detail));
  }

  void add(OracleFinding found) {
    add(found.invariant(), Harm.of(found), found.id(), found.toString());
  }

  synchronized void addAll(ChaosFindings others) {
    found.addAll(others.all());
  }

  synchronized List<Finding> all() {
    return List.copyOf(found);
  }

  Map<Harm, Long> counts() {
    Map<Harm, Long> counts = new EnumMap<>(Harm.class);
    for (Harm harm : Harm.values()) {
      counts.put(harm, all().stream().filter(finding -> finding.harm() == harm).count());
    }
    return counts;
  }

  /**
   * A broken invariant.
   *
   * @param invariant its number, such as I1
   * @param detail what is wrong with it
   */
  record Finding(String invariant, Harm harm, String itemId, String detail) {
    String line() {
      return invariant + " (" + harm.counted() + "), item '" + itemId + "': " + detail;
    }
  }

  /** The consequence of a broken invariant for users of the blog. */
  enum Harm {
    LOST("lost"),
    DRIFT("drift"),
    STALE("stale"),
    DUPLICATE("duplicates"),
    FRONT_PAGE_WRONG("feedWrong"),
    NAME_WRONG("namesWrong"),
    LEFT_BEHIND("leftBehind"),
    NOT_DEAD_LETTER("notDeadLettered");

    private final String counted;

    Harm(String counted) {
      this.counted = counted;
    }

    /** Returns the consequence of an item that breaks an invariant. */
    static Harm of(OracleFinding found) {
      return switch (found.invariant()) {
        case "I1" -> DRIFT;
        case "I2" -> DUPLICATE;
        case "I5" -> FRONT_PAGE_WRONG;
        case "I6" -> NAME_WRONG;
        case "I9" -> LEFT_BEHIND;
        case "I10" -> NOT_DEAD_LETTER;
        default -> STALE;
      };
    }

    /** Returns the key of their number in the report. */
    String counted() {
      return counted;
    }
  }
}
