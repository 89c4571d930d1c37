package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.simulation.chaos.Command.Verb;
import dev.cosmosblog.simulation.chaos.CommandLog.Journal;
import dev.cosmosblog.simulation.chaos.CommandLog.Outcome;
import dev.cosmosblog.store.BlogStore;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Gives one command after the other until it is stopped, each time to one of the blogs' instances:
 * what one of them knows of a user, another may have changed. What failed it mostly gives again
 * with the same ids, as an application would, and sometimes leaves as it is; what was done it gives
 * again now and then, which must be said to have been done.
 */
final class Writer implements Runnable {
  private static final int GIVE_UP_IN = 6;
  private static final int REPEAT_IN = 12;
  private static final int ATTEMPTS = 8;

  /** Three times the maximum lag of the emulator's replicas. */
  private static final int LAG_MS = 300;

  private static final int ATTEMPTS_TO_ERASE = 100;

  private final int number;
  private final List<CommandCall> instances;
  private final CommandMix mix;
  private final Journal journal;
  private final Pace pace;

  Writer(int number, List<BlogStore> instances, CommandMix mix, Journal journal, Pace pace) {
    this.number = number;
    this.instances = instances.stream().map(CommandCall::new).toList();
    this.mix = mix;
    this.journal = journal;
    this.pace = pace;
  }

  /** The random rests between commands, and the end of the run. */
  record Pace(SplittableRandom random, Duration rest, CountDownLatch stop) {
    /** Rests; returns whether the run has ended. */
    boolean rests(double share) throws InterruptedException {
      double nanos = rest.toNanos() * share * 2 * random.nextDouble();
      return stop.await((long) nanos, TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void run() {
    try {
      while (!pace.rests(1)) {
        carryOut(mix.next());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Repeats a command until its outcome is known or the writer gives up. */
  private void carryOut(Command command) throws InterruptedException {
    Outcome outcome = give(command);
    // Half of an erasure is not for anybody to leave behind.
    boolean mayGiveUp = command.verb() != Verb.ERASE_USER;
    int attempts = mayGiveUp ? ATTEMPTS : ATTEMPTS_TO_ERASE;
    for (int attempt = 1; attempt < attempts && outcome == Outcome.UNKNOWN; attempt++) {
      boolean givesUp = pace.random().nextInt(GIVE_UP_IN) == 0 || pace.rests(0.2);
      if (givesUp && mayGiveUp) {
        break;
      }
      outcome = give(command);
    }
    mix.learn(command, outcome);
    if (outcome.acknowledged() && pace.random().nextInt(REPEAT_IN) == 0) {
      give(command);
    }
  }

  /**
   * Executes a command on one of the instances. Each has a separate session, so it may not see the
   * other's writes yet. If it rejects the command because something is missing, the command is
   * repeated after the replica lag, and only the second result counts. A rejected command had no
   * effect.
   */
  private Outcome give(Command command) throws InterruptedException {
    CommandCall instance = instances.get(pace.random().nextInt(instances.size()));
    CommandCall.Ended ended = instance.give(command);
    if (ended.missesSomething()) {
      TimeUnit.MILLISECONDS.sleep(LAG_MS);
      CommandCall.Ended again = instance.give(command);
      if (!again.missesSomething()) {
        journal.refusedTooEarly();
      }
      ended = again;
    }
    journal.ended(number, command, ended);
    return ended.outcome();
  }
}
