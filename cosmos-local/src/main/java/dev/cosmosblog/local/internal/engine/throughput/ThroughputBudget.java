package dev.cosmosblog.local.internal.engine.throughput;

import dev.cosmosblog.local.internal.engine.container.Container;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Enforces throughput. Each physical partition gets an equal share of it for each second of the
 * clock. What is left over expires; what is used beyond the share is taken from the following
 * seconds (Microsoft Learn, "Partitioning and horizontal scaling" and "Request rate too large").
 * Containers that share a database's throughput share it partition by partition. Without
 * provisioned throughput there are 400 RU/s.
 */
public final class ThroughputBudget implements Admission {
  private static final int FORGET_ABOVE = 10_000;

  private final Offers offers;
  private final Clock clock;
  private final Map<Key, BudgetWindow> windows = new ConcurrentHashMap<>();

  /**
   * Creates an unused budget.
   *
   * @param offers the offers, present and future
   * @param clock counts the seconds
   */
  public ThroughputBudget(Offers offers, Clock clock) {
    this.offers = offers;
    this.clock = clock;
  }

  private record Key(String resource, String partition) {}

  @Override
  public void admit(Container container, String partition) {
    window(container, partition).admit(clock.instant(), share(container));
  }

  @Override
  public void charge(Container container, String partition, double requestUnits) {
    window(container, partition).charge(clock.instant(), share(container), requestUnits);
  }

  private BudgetWindow window(Container container, String partition) {
    String rid = container.rid();
    String owner = container.databaseRid();
    boolean shared = offers.of(rid).isEmpty() && offers.of(owner).isPresent();
    if (windows.size() > FORGET_ABOVE) {
      windows.values().removeIf(window -> window.idle(clock.instant()));
    }
    return windows.computeIfAbsent(
        new Key(shared ? owner : rid, partition), key -> new BudgetWindow());
  }

  private double share(Container container) {
    OfferContent offer =
        offers
            .of(container.rid())
            .or(() -> offers.of(container.databaseRid()))
            .orElse(OfferContent.STANDARD);
    return (double) offer.requestUnits() / container.partitionCount();
  }
}
