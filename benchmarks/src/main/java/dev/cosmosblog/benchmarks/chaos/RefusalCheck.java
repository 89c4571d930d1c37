package dev.cosmosblog.benchmarks.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    Map<String, Set<Target>> wanted = wanted(asked);
    asked.forEach(
        (target, commands) -> {
          List<LoggedCommand> before = new ArrayList<>();
          for (LoggedCommand one : commands) {
            boolean refused = one.outcome() == Outcome.REFUSED;
            if (refused && !isRivalled(one, wanted) && !explained(one, before, deleted)) {
              findings.add("I7", Harm.LOST, target.id(), "refused for no reason: " + one.line());
            }
            before.add(one);
          }
        });
  }

  /** Who ever asked for a name. Names that differ in case alone are one name. */
  private static Map<String, Set<Target>> wanted(Map<Target, List<LoggedCommand>> asked) {
    return asked.values().stream()
        .flatMap(List::stream)
        .map(LoggedCommand::command)
        .filter(command -> command.target().kind() == Target.Kind.USER)
        .filter(command -> command.verb() != Verb.ERASE_USER)
        .collect(
            Collectors.groupingBy(
                RefusalCheck::name, Collectors.mapping(Command::target, Collectors.toSet())));
  }

  private static String name(Command command) {
    return command.value().toLowerCase(Locale.ROOT);
  }

  /** Whether a name was refused that another user may have had. */
  private static boolean isRivalled(LoggedCommand refused, Map<String, Set<Target>> wanted) {
    return refused.detail().startsWith("UsernameTakenException:")
        && wanted.getOrDefault(name(refused.command()), Set.of()).size() > 1;
  }

  private static boolean deletesPost(LoggedCommand one) {
    return one.command().verb() == Verb.DELETE_POST || one.command().removesAllOfUser();
  }

  private static boolean explained(
      LoggedCommand refused, List<LoggedCommand> before, Set<Target> deleted) {
    String reason = refused.detail().substring(0, refused.detail().indexOf(':'));
    Target target = refused.command().target();
    return switch (reason) {
      case "PostNotFoundException" -> deleted.contains(target.post());
      case "CommentNotFoundException" ->
          deleted.contains(target.post())
              || Expectation.of(before).contains(Optional.<String>empty());
      default -> false;
    };
  }
}
