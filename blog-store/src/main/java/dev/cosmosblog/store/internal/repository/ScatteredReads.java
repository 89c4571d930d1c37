package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.spi.ContainerRequests;
import dev.cosmosblog.store.spi.Response;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    List<StoredItem> found = new ArrayList<>();
    Set<ItemKey> unanswered = new LinkedHashSet<>(keys);
    container.ask(to -> readEach(to, unanswered, found, call), call);
    return found;
  }

  /** Reads the items without an answer, so that a retry doesn't repeat the other reads. */
  private static Response<List<StoredItem>> readEach(
      ContainerRequests to, Set<ItemKey> unanswered, List<StoredItem> found, Call call) {
    List<ItemKey> keys = List.copyOf(unanswered);
    List<Response<StoredItem>> answers = to.readEach(keys, StoredItem.class);
    for (int i = 0; i < keys.size(); i++) {
      Response<StoredItem> answer = answers.get(i);
      if (answer.isSuccess() || answer.isMissing()) {
        unanswered.remove(keys.get(i));
        Optional.ofNullable(answer.body()).ifPresent(found::add);
      }
    }
    // The caller counts them as one.
    call.addShare(0, keys.size() - 1);
    return Response.all(answers);
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
