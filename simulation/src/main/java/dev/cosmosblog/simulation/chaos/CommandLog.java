package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.simulation.chaos.Command.Target;
import dev.cosmosblog.simulation.chaos.Command.Verb;
import dev.cosmosblog.simulation.chaos.CommandLog.LoggedCommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All commands, in the order in which they ended. Those about one target are given by one writer,
 * one after the other, so that their order is the order in which they were done.
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

  /** The erasure of a user is about all that the user wrote, too. */
  Map<Target, List<LoggedCommand>> byTarget() {
    Map<Target, List<LoggedCommand>> byTarget = new LinkedHashMap<>();
    Map<String, Set<Target>> written = new HashMap<>();
    for (LoggedCommand one : all()) {
      Command command = one.command();
      Set<Target> about = new LinkedHashSet<>(Set.of(command.target()));
      if (command.verb() == Verb.ERASE_USER) {
        about.addAll(written.getOrDefault(command.userId(), Set.of()));
      } else if (command.verb().effect() == Verb.Effect.CREATE) {
        written
            .computeIfAbsent(command.userId(), user -> new LinkedHashSet<>())
            .add(command.target());
      }
      about.forEach(target -> byTarget.computeIfAbsent(target, key -> new ArrayList<>()).add(one));
    }
    return byTarget;
  }

  /** Returns the commands about an item, its content, or the item that contains it. */
  List<LoggedCommand> about(String id) {
    return all().stream().filter(one -> mentions(one.command(), id)).toList();
  }

  private static boolean mentions(Command command, String id) {
    return id.equals(command.target().id())
        || id.equals(command.target().partition())
        || id.equals(command.value());
  }

  /**
   * A command that was given, and how it ended.
   *
   * @param at when it ended, since the run began
   * @param writer who gave it
   * @param detail the exception's name and message, empty where it returned
   */
  record LoggedCommand(Duration at, int writer, Command command, Outcome outcome, String detail) {
    String line() {
      return "%8.3f s  writer %d  %s %s by %s '%s': %s %s"
          .formatted(
              at.toNanos() / 1e9,
              writer,
              command.verb(),
              command.target(),
              command.userId(),
              command.value(),
              outcome,
              detail);
    }
  }

  /** The outcome of a command, as its writer saw it. */
  enum Outcome {
    /** The command returned. */
    DONE,
    /** The command returned, and reported that it had been done before. */
    ALREADY_DONE,
    /** The blog rejected the command, which had no effect. */
    REFUSED,
    /** The command failed, and may have been done or not. */
    UNKNOWN;

    boolean acknowledged() {
      return this == DONE || this == ALREADY_DONE;
    }
  }

  /** Writes the log, with times since the start of the run. */
  static final class Journal {
    private final CommandLog log = new CommandLog();
    private final long start = System.nanoTime();
    private final AtomicInteger refusedTooEarly = new AtomicInteger();

    Duration now() {
      return Duration.ofNanos(System.nanoTime() - start);
    }

    void ended(int writer, Command command, CommandCall.Ended ended) {
      log.add(new LoggedCommand(now(), writer, command, ended.outcome(), ended.detail()));
    }

    /** Counts a rejection that a replica's lag explains. It isn't logged. */
    void refusedTooEarly() {
      refusedTooEarly.incrementAndGet();
    }

    int countRefusedTooEarly() {
      return refusedTooEarly.get();
    }

    CommandLog log() {
      return log;
    }
  }
}
