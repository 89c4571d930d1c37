package dev.cosmosblog.examples.chaos;

import java.util.List;

/** I7: a command that was acknowledged is not done a second time. */
final class RepeatCheck implements Check {
  @Override
  public void on(Evidence evidence, Findings findings) {
    evidence.log().byTarget().forEach((target, commands) -> check(target, commands, findings));
  }

  private static void check(Target target, List<LoggedCommand> commands, Findings findings) {
    for (int place = 1; place < commands.size(); place++) {
      LoggedCommand before = commands.get(place - 1);
      LoggedCommand one = commands.get(place);
      // An edit is not done a second time either, but nobody can tell.
      if (before.command().equals(one.command())
          && before.outcome().acknowledged()
          && one.outcome() == Outcome.DONE
          && !edits(one.command().verb())) {
        findings.add("I7", Harm.DUPLICATE, target.id(), "done twice: " + one.line());
      }
    }
  }

  private static boolean edits(Verb verb) {
    return verb == Verb.EDIT_POST || verb == Verb.EDIT_COMMENT;
  }
}
