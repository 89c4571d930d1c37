package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.internal.processor.ChangeFeedProcessorRunner;
import dev.cosmosblog.changefeed.internal.processor.Deadline;
import dev.cosmosblog.changefeed.observe.ChangeFeedLag;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The processors that maintain the library's copies or one custom view. */
record RunnerGroup(List<ChangeFeedProcessorRunner> runners, Duration pollInterval) {
  /**
   * The lag must be zero for two polls, because the lag of a lease without a continuation can hide
   * one change.
   */
  private static final int DRAINED_POLLS = 2;

  ChangeFeedLag lag() {
    return new ChangeFeedLag(runners.stream().flatMap(source -> source.lag().stream()).toList());
  }

  /** Waits until all changes are handled; returns false at the timeout, or once it is closing. */
  boolean awaitDrained(Duration timeout, CountDownLatch closing) throws InterruptedException {
    Deadline deadline = Deadline.after(Objects.requireNonNull(timeout, "timeout"));
    List<Runnable> endsOfHurry = runners.stream().map(ChangeFeedProcessorRunner::hurry).toList();
    try {
      return awaitDrained(deadline, closing);
    } finally {
      endsOfHurry.forEach(Runnable::run);
    }
  }

  private boolean awaitDrained(Deadline deadline, CountDownLatch closing)
      throws InterruptedException {
    int drainedPolls = 0;
    while (true) {
      boolean drained = isDrained();
      drainedPolls = drained ? drainedPolls + 1 : 0;
      if (drainedPolls == DRAINED_POLLS) {
        return true;
      }
      boolean late = !drained && deadline.isPast();
      if (late || closing.await(pollInterval.toNanos(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    }
  }

  private boolean isDrained() throws InterruptedException {
    for (ChangeFeedProcessorRunner runner : runners) {
      if (runner.unhandled() > 0 || !runner.isWritten()) {
        return false;
      }
    }
    return true;
  }

  void start() {
    runners.forEach(ChangeFeedProcessorRunner::start);
  }

  void refuseBatches() {
    runners.forEach(ChangeFeedProcessorRunner::refuseBatches);
  }

  /**
   * Stops all runners, one after the other; returns whether all batches in flight ended in time.
   * Closes the handlers last, because the runners of a view share one.
   */
  boolean stop(Deadline deadline) {
    boolean ended = true;
    for (ChangeFeedProcessorRunner runner : runners) {
      ended &= runner.stop(deadline);
    }
    runners.forEach(ChangeFeedProcessorRunner::closeHandler);
    return ended;
  }

  /** After the stop, waits for the polls that are still in flight. */
  void awaitPolls(Deadline ofPolls) {
    runners.forEach(runner -> runner.awaitPolls(ofPolls));
  }
}
