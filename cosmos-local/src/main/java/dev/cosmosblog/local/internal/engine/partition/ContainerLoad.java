package dev.cosmosblog.local.internal.engine.partition;

import dev.cosmosblog.local.internal.engine.item.Item;
import dev.cosmosblog.local.internal.engine.item.ItemRecord;
import dev.cosmosblog.local.internal.engine.resource.StoredDocuments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives a container's partitions the items that outlived a process. */
public record ContainerLoad(
    ContainerState container, PartitionMap partitions, StoredDocuments documents) {
  private static final int AT_ONCE = 1_000;

  public void run() {
    Map<PhysicalPartition, List<Item>> items = new HashMap<>();
    container
        .records()
        .items(
            documents,
            (rid, bytes) -> {
              Item item = ItemRecord.read(container.keys(), rid, bytes).item();
              PhysicalPartition partition = partitions.of(item.key().partition().epk());
              List<Item> some = items.computeIfAbsent(partition, p -> new ArrayList<>());
              some.add(item);
              if (some.size() == AT_ONCE) {
                partition.load(some, 0);
                some.clear();
              }
            });
    items.forEach((partition, rest) -> partition.load(rest, 0));
    container.records().marks(documents, this::resume);
  }

  /** The marks of partitions that have been split count for the counters all the same. */
  private void resume(long range, ContainerRecords.Mark mark) {
    long lsn = container.resume(mark);
    partitions.all().stream()
        .filter(p -> p.rangeId().number() == range)
        .forEach(p -> p.load(List.of(), lsn));
  }
}
