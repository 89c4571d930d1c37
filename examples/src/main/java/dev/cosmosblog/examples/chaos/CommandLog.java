package dev.cosmosblog.examples.chaos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All commands, in the order in which they ended. Those about one target are given by one writer, one
 * after the other, so that their order is the order in which they were done.
 */
final class CommandLog {
  /** Guarded by this. */
  private final List<LoggedCommand> commands = new ArrayList<>();

  synchronized void add(LoggedCommand command) {
    commands.add(command);
  }

  synchronized List<LoggedCommand> all() {
    return List.copyOf(commands);
  }

  long count(Outcome... outcomes) {
    Set<Outcome> counted = Set.of(outcomes);
    return all().stream().filter(one -> counted.contains(one.outcome())).count();
  }

  Map<Target, List<LoggedCommand>> byTarget() {
    return all().stream()
        .collect(
            Collectors.groupingBy(
                one -> one.command().target(), LinkedHashMap::new, Collectors.toList()));
  }

  /** What was said of an item, of what is in it, or of what it is in. */
  List<LoggedCommand> about(String id) {
    return all().stream().filter(one -> mentions(one.command(), id)).toList();
  }

  private static boolean mentions(Command command, String id) {
    return id.equals(command.target().id())
        || id.equals(command.target().partition())
        || id.equals(command.value());
  }
}
