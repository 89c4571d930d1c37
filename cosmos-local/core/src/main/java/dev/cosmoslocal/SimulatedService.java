package dev.cosmoslocal;

import dev.cosmoslocal.internal.engine.account.Account;
import dev.cosmoslocal.internal.engine.resource.ServiceConditions;
import dev.cosmoslocal.internal.engine.throughput.Admission;
import dev.cosmoslocal.internal.engine.throughput.Offers;
import dev.cosmoslocal.internal.engine.throughput.PartitionThroughput;
import dev.cosmoslocal.internal.engine.throughput.ThroughputBudget;
import dev.cosmoslocal.internal.http.FaultSource;
import dev.cosmoslocal.request.Consistency;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of what the service does and a local account does not by default: throughput that
 * ends, replicas that lag, distance, full partitions, indexes that take time, and failovers that
 * lose writes. {@link LocalCosmosBuilder} documents each of them. Not safe for many threads.
 */
final class SimulatedService {
  private boolean enforced;
  private PartitionThroughput most = PartitionThroughput.DOCUMENTED;
  private long seed;
  private Distance distance = Distance.NONE;
  private Duration replicaLag = Duration.ZERO;
  private long logicalPartitionBytes = Long.MAX_VALUE;
  private Duration indexBuild = Duration.ZERO;
  private Duration recoveryPoint = Duration.ZERO;

  void enforceThroughput(boolean yes) {
    enforced = yes;
  }

  void physicalPartitionThroughput(int requestUnits) {
    most =
        new PartitionThroughput(
            Checks.between(1, requestUnits, Integer.MAX_VALUE, "physicalPartitionThroughput"),
            most.logical());
  }

  void logicalPartitionThroughput(int requestUnits) {
    most =
        new PartitionThroughput(
            most.physical(),
            Checks.between(1, requestUnits, Integer.MAX_VALUE, "logicalPartitionThroughput"));
  }

  void logicalPartitionStorage(long bytes) {
    logicalPartitionBytes = Checks.positive(bytes);
  }

  void replicaLag(Duration longest) {
    Objects.requireNonNull(longest, "most");
    Checks.notNegative(longest);
    replicaLag = longest;
  }

  void indexBuild(Duration time) {
    Objects.requireNonNull(time, "time");
    Checks.notNegative(time);
    indexBuild = time;
  }

  void recoveryPoint(Duration longest) {
    Objects.requireNonNull(longest, "most");
    Checks.notNegative(longest);
    recoveryPoint = longest;
  }

  void distance(Distance ofClients) {
    Objects.requireNonNull(ofClients, "distance");
    distance = ofClients;
  }

  void seed(long number) {
    seed = number;
  }

  /** Sets all of this to what is documented, or assumed where nothing is. */
  void documented() {
    enforced = true;
    most = PartitionThroughput.DOCUMENTED;
    replicaLag = Duration.ofMillis(100);
    distance = Distance.SAME_REGION;
    logicalPartitionBytes = 20L << 30;
    indexBuild = Duration.ofSeconds(10);
    recoveryPoint = Duration.ofSeconds(10);
  }

  /** The conditions under which the engine works. */
  ServiceConditions conditions() {
    return new ServiceConditions(
        seed, replicaLag, logicalPartitionBytes, indexBuild, recoveryPoint);
  }

  /** The throughput of an account with some offers. */
  Admission admission(Offers offers, Clock clock) {
    return enforced ? budget(offers, clock) : Admission.UNLIMITED;
  }

  /** The same, enforced in any case. */
  Admission budget(Offers offers, Clock clock) {
    return new ThroughputBudget(offers, clock, most);
  }

  boolean enforced() {
    return enforced;
  }

  Distance distance() {
    return distance;
  }

  /** Faults of another source on requests that take their way. */
  FaultSource distant(FaultSource faults) {
    return distant(faults, distance);
  }

  /** The first comparison of records takes 60 ms, in which the virtual machine makes its code. */
  FaultSource distant(FaultSource faults, Distance other) {
    return other == Distance.NONE || other.equals(Distance.NONE)
        ? faults
        : new DistantRequests(other, seed, faults);
  }

  /**
   * Loses the writes of some time; {@link LocalCosmos#failover} has the details.
   *
   * @throws IllegalArgumentException if the time is longer than what a failover can lose now: under
   *     strong consistency, it loses nothing
   */
  static long failOver(Account account, Consistency level, Duration lost) {
    Duration most =
        level == Consistency.STRONG ? Duration.ZERO : account.conditions().recoveryPoint();
    if (lost.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "A failover of this account loses at most the writes of %s, but %s were asked for."
                  .formatted(most, lost)
              + " LocalCosmos.builder().recoveryPoint(…) sets it; strong consistency loses"
              + " nothing.");
    }
    return account.failOver(lost);
  }
}
