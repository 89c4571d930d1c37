package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.simulation.chaos.ChaosFindings.Harm;
import dev.cosmosblog.simulation.chaos.CommandLogChecks.LogCheck;
import dev.cosmosblog.simulation.chaos.CommandLogChecks.RefusalCheck;
import dev.cosmosblog.simulation.chaos.CommandLogChecks.RepeatCheck;
import dev.cosmosblog.testsupport.BlogOracle;
import dev.cosmosblog.testsupport.OracleFinding;
import java.util.List;
import java.util.Set;

/** Checks one invariant once writes have stopped. */
@FunctionalInterface
interface Check {
  /**
   * The checks once writes have stopped. I4 holds at every moment; {@link Observer} checks it
   * during the run.
   */
  List<Check> ALL =
      List.of(
          Check::storedItems,
          Check::deadLetters,
          new LogCheck(),
          new RefusalCheck(),
          new RepeatCheck());

  void on(Evidence evidence, ChaosFindings findings);

  static ChaosFindings all(Evidence evidence) {
    ChaosFindings findings = new ChaosFindings();
    ALL.forEach(check -> check.on(evidence, findings));
    return findings;
  }

  /**
   * Checks what the oracle derives from the stored items. {@link NameProbe} checks that names which
   * a failed command reserved can be had.
   */
  private static void storedItems(Evidence evidence, ChaosFindings findings) {
    BlogOracle.of(
            evidence.reading().inUsers(), evidence.reading().inPosts(), evidence.reading().inFeed())
        .frontPageSize(evidence.frontPageSize())
        .findings()
        .stream()
        .filter(found -> found.kind() != OracleFinding.Kind.UNUSED_RESERVATION)
        .forEach(findings::add);
  }

  /** I10: each bad item was dead-lettered, and nothing else was. */
  private static void deadLetters(Evidence evidence, ChaosFindings findings) {
    for (String id : evidence.planted()) {
      if (!evidence.deadLetters().contains(id)) {
        String detail = "is a bad item, but wasn't dead-lettered";
        findings.add("I10", Harm.NOT_DEAD_LETTER, id, detail);
      }
    }
    for (String id : evidence.deadLetters()) {
      if (!evidence.planted().contains(id)) {
        String detail = "was dead-lettered, but isn't a bad item";
        findings.add("I10", Harm.NOT_DEAD_LETTER, id, detail);
      }
    }
  }

  /**
   * The evidence that the checks compare.
   *
   * @param reading what is stored
   * @param log the commands and their outcomes
   * @param planted the ids of the bad items that are stored
   * @param deadLetters the ids of the items that hosts dead-lettered
   * @param frontPageSize the number of posts on the front page
   */
  record Evidence(
      Reading reading,
      CommandLog log,
      Set<String> planted,
      Set<String> deadLetters,
      int frontPageSize) {
    public Evidence {
      planted = Set.copyOf(planted);
      deadLetters = Set.copyOf(deadLetters);
    }
  }
}
