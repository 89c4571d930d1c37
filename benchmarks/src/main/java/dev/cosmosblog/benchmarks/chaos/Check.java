package dev.cosmosblog.benchmarks.chaos;

import java.util.List;

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
}
