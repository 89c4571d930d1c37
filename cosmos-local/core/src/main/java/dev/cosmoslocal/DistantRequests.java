package dev.cosmoslocal;

import dev.cosmoslocal.internal.http.FaultSource;
import dev.cosmoslocal.internal.http.InjectedFault;
import dev.cosmoslocal.request.RequestKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Delays requests by a distance, in addition to the faults of another source. With the same seed,
 * the nth request always has the same delay. Thread-safe.
 */
final class DistantRequests implements FaultSource {
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final Distance distance;
  private final long seed;
  private final FaultSource faults;
  private final AtomicLong requests = new AtomicLong();

  DistantRequests(Distance distance, long seed, FaultSource faults) {
    this.distance = distance;
    this.seed = seed;
    this.faults = faults;
  }

  @Override
  public List<InjectedFault> on(RequestKind kind, Supplier<String> container) {
    Distance.Latency latency = latency(kind);
    List<InjectedFault> injected = faults.on(kind, container);
    if (latency.isNone()) {
      return injected;
    }
    long number = requests.incrementAndGet();
    Duration time = latency.at(new SplittableRandom(seed + number * MIX).nextGaussian());
    List<InjectedFault> all = new ArrayList<>(injected.size() + 1);
    all.add(new InjectedFault.Travel(time.dividedBy(2), time.dividedBy(2)));
    all.addAll(injected);
    return all;
  }

  private Distance.Latency latency(RequestKind kind) {
    return switch (kind) {
      case READ_ITEM -> distance.pointRead();
      case CREATE_ITEM,
          UPSERT_ITEM,
          REPLACE_ITEM,
          DELETE_ITEM,
          PATCH_ITEM,
          BATCH,
          BULK,
          DELETE_PARTITION,
          SCRIPT ->
          distance.write();
      case QUERY, QUERY_PLAN, READ_FEED -> distance.query();
      case CHANGE_FEED -> distance.changeFeed();
      case ACCOUNT, DATABASE, CONTAINER, PARTITION_RANGES, ADDRESSES, OFFER, USER, UNKNOWN ->
          distance.management();
    };
  }
}
