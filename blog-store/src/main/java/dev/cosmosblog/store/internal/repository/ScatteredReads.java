package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.spi.ContainerRequests;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reads small items of many logical partitions in the way that costs less RU: by a query of each
 * physical partition that has some of them, like the SDK's {@code readMany}, or by point reads.
 */
final class ScatteredReads {
  // The modelled charge in RU of a query of one physical partition, and of an item in its result.
  private static final double QUERY = 2.8;
  private static final double QUERIED_ITEM = 0.12;

  // The number of physical partitions only grows. An outdated number only costs RU.
  private static final Duration COUNTED_FOR = Duration.ofHours(1);

  private final ItemContainer container;
  private final Clock clock;
  private final AtomicReference<Partitions> partitions =
      new AtomicReference<>(new Partitions(0, Instant.MIN));

  private record Partitions(int number, Instant countedAt) {}

  ScatteredReads(ItemContainer container, Clock clock) {
    this.container = container;
    this.clock = clock;
  }

  /** Returns the items that exist among the given ones, in any order. */
  List<StoredItem> find(List<ItemKey> keys, Call call) {
    int number = keys.size();
    boolean together = worthAQuery(number, 1) && worthAQuery(number, physicalPartitions(call));
    if (together) {
      return container.ask(to -> to.readMany(keys, StoredItem.class), call);
    }
    List<StoredItem> found = container.ask(to -> to.readEach(keys, StoredItem.class), call);
    // They were counted as one.
    call.addShare(0, number - 1);
    return found;
  }

  private static boolean worthAQuery(int items, int partitions) {
    return partitions * QUERY + items * QUERIED_ITEM < items;
  }

  private int physicalPartitions(Call call) {
    Partitions known = partitions.get();
    Instant now = clock.instant();
    if (known.countedAt().isBefore(now.minus(COUNTED_FOR))) {
      known = new Partitions(container.ask(ContainerRequests::ranges, call).size(), now);
      partitions.set(known);
    }
    return known.number();
  }
}
