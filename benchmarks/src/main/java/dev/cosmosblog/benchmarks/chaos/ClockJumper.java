package dev.cosmosblog.benchmarks.chaos;

import dev.cosmosblog.local.SettableClock;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Has the clock jump by which some writers date what they write. */
final class ClockJumper implements Runnable {
  private static final int LONGEST_REST_MS = 4_000;
  private static final int LONGEST_JUMP_MS = 20_000;

  private final SettableClock clock;
  private final SplittableRandom random;
  private final CountDownLatch stop;
  private volatile int jumps;

  ClockJumper(SettableClock clock, SplittableRandom random, CountDownLatch stop) {
    this.clock = clock;
    this.random = random;
    this.stop = stop;
  }

  int jumps() {
    return jumps;
  }

  @Override
  public void run() {
    try {
      while (!stop.await(random.nextInt(LONGEST_REST_MS), TimeUnit.MILLISECONDS)) {
        clock.advance(Duration.ofMillis(random.nextInt(-LONGEST_JUMP_MS, LONGEST_JUMP_MS)));
        jumps = jumps + 1;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
