package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.simulation.chaos.CommandLogChecks.LogCheck;
import dev.cosmosblog.simulation.chaos.CommandLogChecks.RefusalCheck;
import dev.cosmosblog.simulation.chaos.CommandLogChecks.RepeatCheck;
import dev.cosmosblog.simulation.chaos.StoredItemChecks.CopyCheck;
import dev.cosmosblog.simulation.chaos.StoredItemChecks.CountCheck;
import dev.cosmosblog.simulation.chaos.StoredItemChecks.DeadLetterCheck;
import dev.cosmosblog.simulation.chaos.StoredItemChecks.FrontPageCheck;
import dev.cosmosblog.simulation.chaos.StoredItemChecks.LikeCheck;
import dev.cosmosblog.simulation.chaos.StoredItemChecks.NameCheck;
import dev.cosmosblog.simulation.chaos.StoredItemChecks.RemovalCheck;
import dev.cosmosblog.simulation.chaos.StoredItemChecks.UsernameCheck;
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
          new CountCheck(),
          new LikeCheck(),
          new CopyCheck(),
          new FrontPageCheck(),
          new UsernameCheck(),
          new LogCheck(),
          new RefusalCheck(),
          new RepeatCheck(),
          new NameCheck(),
          new RemovalCheck(),
          new DeadLetterCheck());

  void on(Evidence evidence, ChaosFindings findings);

  static ChaosFindings all(Evidence evidence) {
    ChaosFindings findings = new ChaosFindings();
    ALL.forEach(check -> check.on(evidence, findings));
    return findings;
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
