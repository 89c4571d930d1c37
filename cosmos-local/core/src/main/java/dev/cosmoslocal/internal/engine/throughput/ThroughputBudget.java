package dev.cosmoslocal.internal.engine.throughput;

import dev.cosmoslocal.internal.engine.container.Container;
import dev.cosmoslocal.internal.engine.key.PartitionKeyValue;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Enforces throughput. Each physical partition gets an equal share of it for each second of the
 * clock. Unused request units expire; an excess is taken from the following seconds (Microsoft
 * Learn, "Partitioning and horizontal scaling" and "Request rate too large"). Containers that share
 * a database's throughput share it partition by partition. Without provisioned throughput there are
 * 400 RU/s. Physical and logical partitions have greatest their own throughput.
 */
public final class ThroughputBudget implements Admission {
  private static final int FORGET_ABOVE = 10_000;

  private final Offers offers;
  private final Clock clock;
  private final PartitionThroughput most;
  private final Map<BudgetKey, BudgetWindow> windows = new ConcurrentHashMap<>();

  public ThroughputBudget(Offers offers, Clock clock, PartitionThroughput most) {
    this.offers = offers;
    this.clock = clock;
    this.most = most;
  }

  /** A physical partition by its id, or a logical one by its key. */
  private record BudgetKey(String resource, Object partition) {}

  @Override
  public void admit(Container container, String partition) {
    window(container, partition).admit(clock.instant(), share(container));
  }

  @Override
  public void charge(Container container, String partition, double requestUnits) {
    window(container, partition).charge(clock.instant(), share(container), requestUnits);
  }

  @Override
  public void admit(Container container, PartitionKeyValue key) {
    if (most.logical() < share(container)) {
      logical(container, key).admit(clock.instant(), most.logical());
    }
  }

  @Override
  public void charge(Container container, PartitionKeyValue key, double requestUnits) {
    if (most.logical() < share(container)) {
      logical(container, key).charge(clock.instant(), most.logical(), requestUnits);
    }
  }

  /** The keys of two containers differ, even if these share a throughput. */
  private BudgetWindow logical(Container container, PartitionKeyValue key) {
    return window(new BudgetKey(container.rid(), key));
  }

  private BudgetWindow window(Container container, String partition) {
    String rid = container.rid();
    String owner = container.databaseRid();
    boolean shared = offers.of(rid).isEmpty() && offers.of(owner).isPresent();
    return window(new BudgetKey(shared ? owner : rid, partition));
  }

  private BudgetWindow window(BudgetKey key) {
    if (windows.size() > FORGET_ABOVE) {
      windows.values().removeIf(window -> window.idle(clock.instant()));
    }
    return windows.computeIfAbsent(key, absent -> new BudgetWindow());
  }

  private double share(Container container) {
    OfferContent offer =
        offers
            .of(container.rid())
            .or(() -> offers.of(container.databaseRid()))
            .orElse(OfferContent.STANDARD);
    return Math.min(most.physical(), (double) offer.requestUnits() / container.partitionCount());
  }
}
