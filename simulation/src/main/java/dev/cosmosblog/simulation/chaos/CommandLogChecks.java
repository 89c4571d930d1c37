package dev.cosmosblog.simulation.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.simulation.chaos.ChaosFindings.Harm;
import dev.cosmosblog.simulation.chaos.Check.Evidence;
import dev.cosmosblog.simulation.chaos.Command.Target;
import dev.cosmosblog.simulation.chaos.Command.Texts;
import dev.cosmosblog.simulation.chaos.Command.Verb;
import dev.cosmosblog.simulation.chaos.CommandLog.LoggedCommand;
import dev.cosmosblog.simulation.chaos.CommandLog.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Invariant I7: the stored items agree with the outcomes of the commands. */
final class CommandLogChecks {
  private CommandLogChecks() {}

  /**
   * I7: acknowledged writes exist, removed items don't, unacknowledged writes exist completely or
   * not at all, and there are no other items.
   */
  static final class LogCheck implements Check {
    @Override
    public void on(Evidence evidence, ChaosFindings findings) {
      Reading reading = evidence.reading();
      Map<Target, JsonNode> there = there(reading);
      Map<Target, List<LoggedCommand>> asked = evidence.log().byTarget();
      there.forEach(
          (target, item) -> {
            if (!asked.containsKey(target)) {
              findings.add("I7", Harm.DUPLICATE, target.id(), target + " was never asked for");
            }
          });
      asked.forEach(
          (target, commands) -> {
            if (target.kind() == Target.Kind.USER
                || target.kind() == Target.Kind.POST
                || reading.isLive(target.partition())) {
              compare(target, commands, Optional.ofNullable(there.get(target)), findings);
            }
          });
    }

    private static Map<Target, JsonNode> there(Reading reading) {
      Map<Target, JsonNode> there = new HashMap<>();
      reading.users().forEach((id, user) -> there.put(Target.user(id), user));
      reading.posts().forEach((id, post) -> there.put(Target.post(id), post));
      for (JsonNode item : reading.comments()) {
        String post = Reading.text(item, "postId");
        there.put(Target.comment(post, Reading.text(item, "id")), item);
      }
      for (JsonNode item : reading.likes()) {
        String post = Reading.text(item, "postId");
        there.put(Target.like(post, Reading.text(item, "userId")), item);
      }
      return there;
    }

    private static void compare(
        Target target,
        List<LoggedCommand> commands,
        Optional<JsonNode> item,
        ChaosFindings findings) {
      Set<Optional<String>> allowed = Expectation.of(commands);
      Optional<String> says = item.map(found -> says(target, found));
      if (!allowed.contains(says)) {
        String detail = "%s is %s, and was to be %s".formatted(target, says, allowed);
        findings.add("I7", Harm.LOST, target.id(), detail);
      }
    }

    /**
     * The token that all of its texts consist of; two tokens would be a partially applied command.
     */
    private static String says(Target target, JsonNode item) {
      return switch (target.kind()) {
        case USER -> Reading.text(item, "username");
        case LIKE -> "liked";
        case POST -> {
          String title = Reading.text(item, "title");
          boolean whole = Texts.content(title).equals(Reading.text(item, "content"));
          yield whole ? title : "half '" + title + "'";
        }
        case COMMENT -> {
          String content = Reading.text(item, "content");
          String mark = content.substring(0, Math.max(0, content.indexOf(':')));
          yield Texts.content(mark).equals(content) ? mark : "half '" + mark + "'";
        }
      };
    }
  }

  /** I7: the log explains every rejection. */
  static final class RefusalCheck implements Check {
    @Override
    public void on(Evidence evidence, ChaosFindings findings) {
      Map<Target, List<LoggedCommand>> asked = evidence.log().byTarget();
      Set<Target> deleted =
          asked.entrySet().stream()
              .filter(entry -> entry.getKey().kind() == Target.Kind.POST)
              .filter(entry -> entry.getValue().stream().anyMatch(RefusalCheck::deletesPost))
              .map(Map.Entry::getKey)
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

    /** Returns the users that requested each name. Names that differ only in case are equal. */
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

    /** Returns whether another user may have had a rejected name. */
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

  /** I7: a command that was acknowledged is not done a second time. */
  static final class RepeatCheck implements Check {
    private static final Set<Verb> MAY_BE_DONE_AGAIN =
        Set.of(Verb.EDIT_POST, Verb.EDIT_COMMENT, Verb.ERASE_USER);

    @Override
    public void on(Evidence evidence, ChaosFindings findings) {
      evidence.log().byTarget().forEach((target, commands) -> check(target, commands, findings));
    }

    private static void check(Target target, List<LoggedCommand> commands, ChaosFindings findings) {
      for (int place = 1; place < commands.size(); place++) {
        LoggedCommand before = commands.get(place - 1);
        LoggedCommand one = commands.get(place);
        // A second application of an edit can't be detected, and an erasure may find more items.
        if (before.command().equals(one.command())
            && before.outcome().acknowledged()
            && one.outcome() == Outcome.DONE
            && !MAY_BE_DONE_AGAIN.contains(one.command().verb())) {
          findings.add("I7", Harm.DUPLICATE, target.id(), "done twice: " + one.line());
        }
      }
    }
  }

  /**
   * The possible states of a target after a sequence of commands: its text, or empty if it is not
   * there. A command whose outcome is unknown was done wholly or not at all, so that both may be.
   */
  static final class Expectation {
    private final Set<Optional<String>> states = new HashSet<>(Set.of(Optional.empty()));

    private Expectation() {}

    static Set<Optional<String>> of(List<LoggedCommand> commands) {
      Expectation expectation = new Expectation();
      for (LoggedCommand one : commands) {
        boolean keepsTarget =
            one.command().verb() == Verb.ERASE_USER
                && !one.command().removesAllOfUser()
                && commands.get(0).command().target().kind() != Target.Kind.USER;
        if (!keepsTarget) {
          expectation.after(one);
        }
      }
      return Set.copyOf(expectation.states);
    }

    private void after(LoggedCommand logged) {
      if (logged.outcome() == Outcome.REFUSED) {
        return;
      }
      Set<Optional<String>> done = new HashSet<>();
      states.forEach(state -> done.add(after(logged.command(), state)));
      if (logged.outcome().acknowledged()) {
        states.clear();
        if (logged.command().verb().effect() == Verb.Effect.CHANGE) {
          // A missing target could not have been changed.
          done.remove(Optional.<String>empty());
        }
      }
      states.addAll(done);
    }

    private static Optional<String> after(Command command, Optional<String> state) {
      return switch (command.verb().effect()) {
        case CREATE -> Optional.of(state.orElse(command.value()));
        case CHANGE -> state.map(before -> command.value());
        case REMOVE -> Optional.empty();
      };
    }
  }
}
