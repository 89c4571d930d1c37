package dev.cosmosblog.benchmarks.chaos;

import java.time.Duration;

/**
 * A command that was given, and how it ended.
 *
 * @param at when it ended, since the run began
 * @param writer who gave it
 * @param command the command
 * @param outcome how it ended
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
