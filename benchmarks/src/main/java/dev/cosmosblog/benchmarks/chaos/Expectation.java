package dev.cosmosblog.benchmarks.chaos;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a target may be after a sequence of commands: what it says, or empty where it is not there.
 * A command whose outcome is unknown was done wholly or not at all, so that both may be.
 */
final class Expectation {
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
        // What was not there could not have been changed.
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
