package dev.cosmosblog.benchmarks.chaos;

import java.time.Duration;

/** Writes the log, with times since the run began. */
final class Journal {
  private final CommandLog log = new CommandLog();
  private final long start = System.nanoTime();

  Duration now() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  void ended(int writer, Command command, CommandCall.Ended ended) {
    log.add(new LoggedCommand(now(), writer, command, ended.outcome(), ended.detail()));
  }

  CommandLog log() {
    return log;
  }
}
