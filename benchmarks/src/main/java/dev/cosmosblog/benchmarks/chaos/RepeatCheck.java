package dev.cosmosblog.benchmarks.chaos;

import java.util.List;
import java.util.Set;

/** I7: a command that was acknowledged is not done a second time. */
final class RepeatCheck implements Check {
  private static final Set<Verb> MAY_BE_DONE_AGAIN =
      Set.of(Verb.EDIT_POST, Verb.EDIT_COMMENT, Verb.ERASE_USER);

  @Override
  public void on(Evidence evidence, Findings findings) {
    evidence.log().byTarget().forEach((target, commands) -> check(target, commands, findings));
  }

  private static void check(Target target, List<LoggedCommand> commands, Findings findings) {
    for (int place = 1; place < commands.size(); place++) {
      LoggedCommand before = commands.get(place - 1);
      LoggedCommand one = commands.get(place);
      // An edit is not done a second time either, but nobody can tell; an erasure may find more.
      if (before.command().equals(one.command())
          && before.outcome().acknowledged()
          && one.outcome() == Outcome.DONE
          && !MAY_BE_DONE_AGAIN.contains(one.command().verb())) {
        findings.add("I7", Harm.DUPLICATE, target.id(), "done twice: " + one.line());
      }
    }
  }
}
