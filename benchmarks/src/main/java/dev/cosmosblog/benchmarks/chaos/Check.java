package dev.cosmosblog.benchmarks.chaos;

import dev.cosmosblog.benchmarks.chaos.CommandLogChecks.LogCheck;
import dev.cosmosblog.benchmarks.chaos.CommandLogChecks.RefusalCheck;
import dev.cosmosblog.benchmarks.chaos.CommandLogChecks.RepeatCheck;
import dev.cosmosblog.benchmarks.chaos.StoredItemChecks.CopyCheck;
import dev.cosmosblog.benchmarks.chaos.StoredItemChecks.CountCheck;
import dev.cosmosblog.benchmarks.chaos.StoredItemChecks.FeedCheck;
import dev.cosmosblog.benchmarks.chaos.StoredItemChecks.LikeCheck;
import dev.cosmosblog.benchmarks.chaos.StoredItemChecks.NameCheck;
import dev.cosmosblog.benchmarks.chaos.StoredItemChecks.RemovalCheck;
import dev.cosmosblog.benchmarks.chaos.StoredItemChecks.SetAsideCheck;
import dev.cosmosblog.benchmarks.chaos.StoredItemChecks.UsernameCheck;
import java.util.List;
import java.util.Set;

/** Checks one invariant of a blog at rest. */
@FunctionalInterface
interface Check {
  /**
   * All of them. I4 holds at every moment, and is checked while the blog lives: {@link Observer}.
   */
  List<Check> ALL =
      List.of(
          new CountCheck(),
          new LikeCheck(),
          new CopyCheck(),
          new FeedCheck(),
          new UsernameCheck(),
          new LogCheck(),
          new RefusalCheck(),
          new RepeatCheck(),
          new NameCheck(),
          new RemovalCheck(),
          new SetAsideCheck());

  void on(Evidence evidence, Findings findings);

  static Findings all(Evidence evidence) {
    Findings findings = new Findings();
    ALL.forEach(check -> check.on(evidence, findings));
    return findings;
  }

  /**
   * All that the checks go by.
   *
   * @param reading what is stored
   * @param log what writers were told
   * @param planted the ids of the bad items that are stored
   * @param setAside the ids of the items that hosts set aside
   * @param feedSize how many posts the feed holds
   */
  record Evidence(
      Reading reading, CommandLog log, Set<String> planted, Set<String> setAside, int feedSize) {
    public Evidence {
      planted = Set.copyOf(planted);
      setAside = Set.copyOf(setAside);
    }
  }
}
