package dev.cosmosblog.simulation.chaos;

import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.config.WritePath;
import java.time.Duration;

/**
 * The settings of a run.
 *
 * @param seconds for how long writers write
 * @param seed decides the faults, the commands and the kills
 * @param partitions physical partitions of a container, before the split
 * @param writePath how comments and likes are counted
 * @param writers how many write at once
 * @param hosts how many processes run the change feed
 * @param serviceConditions whether the emulator has service conditions
 * @param direct whether clients are in direct mode, over TLS
 */
record ChaosSettings(
    int seconds,
    int seed,
    int partitions,
    WritePath writePath,
    int writers,
    int hosts,
    boolean serviceConditions,
    boolean direct) {
  /** Small, so that posts enter and leave the front page all the time. */
  static final int FRONT_PAGE_SIZE = 30;

  /** Small, since one failed request repeats the whole batch. */
  static final int BATCH_SIZE = 20;

  /** Rests of a writer between two commands: 16 writers keep three hosts on two cores busy. */
  static final Duration REST = Duration.ofMillis(300);

  static final Duration LEASE = Duration.ofSeconds(6);
  static final Duration POLL = Duration.ofMillis(250);
  static final Duration DRAIN = Duration.ofMinutes(3);

  /** Longer than the five minutes for which a recheck is left to the host that claimed it. */
  static final Duration DRAIN_ALL = Duration.ofMinutes(7);

  /**
   * The {@code maxReplicaLag} of the hosts. The emulator's replicas lag by at most a tenth of a
   * second. The clock skew is at most this, except for the creation dates of some writers.
   */
  static final Duration SETTLE = Duration.ofSeconds(4);

  /** The clients of the writers, each with its own session. */
  static final int CLIENTS = 4;

  /** The throughput that all containers share under service conditions. */
  static final int REQUEST_UNITS = 20_000;

  /** From here on, one host is spared: the heap of one that has just started shows nothing. */
  private static final int SOAK_SECONDS = 60;

  /** Returns new settings of a database for this run. */
  static BlogDatabaseBuilder database() {
    return BlogDatabase.builder().frontPageSize(FRONT_PAGE_SIZE).maxReplicaLag(SETTLE);
  }

  /** Returns how far the clock of one of some hosts or clients is ahead. */
  static Duration clockOffset(int number, int count) {
    long nanos = SETTLE.toNanos();
    return count < 2
        ? Duration.ZERO
        : Duration.ofNanos(nanos * number / (count - 1)).minusNanos(nanos / 2);
  }

  /** Returns how many of the hosts are never killed. */
  int spared() {
    return seconds >= SOAK_SECONDS && hosts > 1 ? 1 : 0;
  }
}
