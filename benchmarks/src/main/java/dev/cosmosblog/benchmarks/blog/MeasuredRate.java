package dev.cosmosblog.benchmarks.blog;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.cosmosblog.benchmarks.blog.LoadedBlog.Load;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Cause;
import dev.cosmosblog.benchmarks.blog.RequestUnitCauses.Charges;

/**
 * The measurement of one rate.
 *
 * @param pace the commands
 * @param failures the commands that failed
 * @param lag the time from the response to a command to its copy
 * @param processors the time of the processors
 * @param requestUnits of a command (modelled), whatever caused them; if the copies didn't follow,
 *     until they had caught up
 */
record MeasuredRate(
    @JsonUnwrapped Conditions conditions,
    Pace pace,
    Failures failures,
    Lag lag,
    Processors processors,
    Charges requestUnits) {
  static final double MAX_LAG_MS = 3_000;

  /** In a second: with more, a lag that is short in a short window isn't bounded. */
  private static final double MAX_GROWTH_MS = 50;

  /** Above this share of all processors, a rate is limited by the machine. */
  private static final double BUSY = 0.9;

  /** Below this share of what all processes take, other programs used the machine, too. */
  private static final double OWN = 0.8;

  /** The writers kept up with a rate if they sent this part of it. */
  private static final double KEPT_UP = 0.95;

  /** The RU/s that a physical partition accepts (Microsoft Learn, "Service quotas"). */
  private static final double PARTITION_RU = 10_000;

  /** With more 429 responses for each command, a rate is limited by what partitions accept. */
  private static final double THROTTLED = 0.02;

  /**
   * The conditions of a measurement.
   *
   * @param load the commands
   * @param follower what maintained the copies
   * @param partitions physical partitions
   * @param limited whether each accepts 10,000 RU/s, or any
   * @param hosts hosts of the change feed
   * @param distanceMs the latency that is added to each request, the median
   */
  record Conditions(
      Load load, String follower, int partitions, boolean limited, int hosts, int distanceMs) {
    String text() {
      return BlogReport.counted(partitions, "partition") + ", " + BlogReport.counted(hosts, "host");
    }

    String line() {
      return "%s, %s: %s, %d ms".formatted(follower, load.label(), text(), distanceMs);
    }
  }

  /**
   * Commands per second.
   *
   * @param seconds the time of the measurement
   * @param made what the writers sent
   * @param followed what the copies showed
   * @param drained all commands, with the warm-up, divided by the time until the copies showed all;
   *     zero if they never did
   */
  record Pace(double seconds, double asked, double made, double followed, double drained) {}

  /**
   * Commands that failed.
   *
   * @param count those that were refused, or had no response after three minutes
   * @param first why the first of them failed; empty if none did
   * @param left those that no copy showed after three minutes
   */
  record Failures(long count, String first, long left) {}

  /**
   * The lag of the copies.
   *
   * @param p50Ms the median
   * @param p99Ms the 99th percentile
   * @param p999Ms the 99.9th percentile
   * @param maxMs the longest, even of a command that waits at the end
   * @param growthMs by how much more a command waited in the second half than in the first one
   */
  record Lag(double p50Ms, double p99Ms, double p999Ms, double maxMs, double growthMs) {}

  /** The shares of all processors that this process and all processes took. */
  record Processors(double process, double machine) {
    boolean busy() {
      return machine >= BUSY;
    }
  }

  double asked() {
    return pace.asked;
  }

  double made() {
    return pace.made;
  }

  /**
   * Returns whether the writers kept up with the rate without failures, and the copies followed it,
   * without falling behind by more than a twentieth of the time.
   */
  @JsonProperty
  boolean bounded() {
    return failures.count == 0
        && keptUp()
        && lag.maxMs <= MAX_LAG_MS
        && lag.growthMs <= pace.seconds * MAX_GROWTH_MS;
  }

  boolean keptUp() {
    return pace.made >= KEPT_UP * pace.asked;
  }

  /** Returns how many of these commands a second the partitions accept, by their write's RU. */
  @JsonProperty
  double partitionLimit() {
    double write = requestUnits.of(Cause.WRITE);
    return write == 0 ? 0 : conditions.partitions * PARTITION_RU / write;
  }

  /** Returns the share of all processors that so many of these commands a second would take. */
  double machineAt(double rate) {
    return pace.made == 0 ? 0 : processors.machine * rate / pace.made;
  }

  /** Returns what limited a rate that wasn't followed. */
  String limit() {
    if (requestUnits.throttled() > THROTTLED) {
      return "the partitions' throughput";
    }
    if (processors.busy()) {
      return processors.process < OWN * processors.machine
          ? "the processor, which other programs used, too"
          : "the processor";
    }
    if (failures.count > 0) {
      return "failing commands: " + failures.first;
    }
    return !keptUp() ? "the writers" : conditions.follower;
  }
}
