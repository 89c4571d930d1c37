package dev.cosmoslocal.internal.engine.partition;

import dev.cosmoslocal.internal.engine.resource.ServiceConditions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;

/**
 * The one replica of a physical partition that may lag. A partition has four, and a write is
 * acknowledged when three of them have it (Microsoft Learn, "Consistency levels in Azure Cosmos
 * DB": "writes are replicated to a minimum of three replicas (in a four replica set)"). It applies
 * the writes in their order, each after a random time, so its state is always one that the
 * partition had. Thread-safe.
 */
final class LaggingReplica {
  private static final int REPLICAS = 4;

  /** Its number for clients that choose a replica. The primary has the number 0. */
  private static final int NUMBER = REPLICAS - 1;

  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final long lag;
  private final long seed;
  private final SplittableRandom delays;

  // All of these are guarded by this.
  private final Deque<Write> pending = new ArrayDeque<>();
  private PartitionView reached;
  private long lastApplied = Long.MIN_VALUE;
  private long reads;

  /** A write that the replica has not applied yet. The times are nanoseconds of the epoch. */
  private record Write(long committed, long applied, PartitionView after) {}

  LaggingReplica(ServiceConditions conditions, long partition, PartitionView view) {
    this.lag = conditions.replicaLag().toNanos();
    this.seed = new SplittableRandom(conditions.seed() + partition * MIX).nextLong();
    this.delays = new SplittableRandom(seed);
    this.reached = view;
  }

  /** Returns whether it is a replica of these conditions. */
  boolean follows(ServiceConditions conditions) {
    return lag == conditions.replicaLag().toNanos();
  }

  /** Tells of a write that was just committed. */
  synchronized void committed(PartitionView after, long now) {
    advance(now);
    long applied = Math.max(lastApplied, now + delays.nextLong(lag + 1));
    lastApplied = Math.min(applied, now + lag);
    pending.add(new Write(now, lastApplied, after));
  }

  /** The state that one of the four replicas shows, by the consistency of the read. */
  synchronized PartitionView view(
      String partitionId, PartitionView primary, ReadConsistency consistency, long now) {
    advance(now);
    if (!consistency.anyReplica()) {
      return consistency.replica() == NUMBER && !pending.isEmpty() ? reached : primary;
    }
    if (pending.isEmpty() || new SplittableRandom(seed + ++reads * MIX).nextInt(REPLICAS) > 0) {
      return primary;
    }
    // A client that gets too little for its session token asks the next replica.
    SessionToken shown = reached.token(partitionId);
    return shown.reaches(consistency.sessionTokens()) ? reached : primary;
  }

  synchronized void restart(PartitionView view) {
    pending.clear();
    reached = view;
  }

  /** Applies what is due. Nothing lags for longer because the clock was set back. */
  private void advance(long now) {
    while (!pending.isEmpty()
        && (pending.peek().applied() <= now || pending.peek().committed() > now)) {
      reached = pending.remove().after();
    }
  }
}
