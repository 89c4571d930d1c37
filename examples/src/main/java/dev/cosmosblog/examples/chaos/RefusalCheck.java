package dev.cosmosblog.examples.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** I7: what was refused was refused for a reason that the log knows. */
final class RefusalCheck implements Check {
  @Override
  public void on(Evidence evidence, Findings findings) {
    Map<Target, List<LoggedCommand>> asked = evidence.log().byTarget();
    Set<Target> deleted =
        asked.keySet().stream()
            .filter(target -> target.kind() == Target.Kind.POST)
            .filter(target -> asked.get(target).stream().anyMatch(RefusalCheck::deletesPost))
            .collect(Collectors.toSet());
    asked.forEach(
        (target, commands) -> {
          List<LoggedCommand> before = new ArrayList<>();
          for (LoggedCommand one : commands) {
            if (one.outcome() == Outcome.REFUSED && !explained(one, before, deleted)) {
              findings.add("I7", Harm.LOST, target.id(), "refused for no reason: " + one.line());
            }
            before.add(one);
          }
        });
  }

  private static boolean deletesPost(LoggedCommand one) {
    return one.command().verb() == Verb.DELETE_POST || one.command().removesAllOfUser();
  }

  private static boolean explained(
      LoggedCommand refused, List<LoggedCommand> before, Set<Target> deleted) {
    String reason = refused.detail().substring(0, refused.detail().indexOf(':'));
    Target target = refused.command().target();
    return switch (reason) {
      case "UsernameTakenException" -> target.kind() == Target.Kind.USER;
      case "PostNotFoundException" -> deleted.contains(target.post());
      case "CommentNotFoundException" ->
          deleted.contains(target.post())
              || Expectation.of(before).contains(Optional.<String>empty());
      default -> false;
    };
  }
}
