package dev.cosmosblog.local.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Which physical partition has which keys. Immutable; their ranges meet without gaps. */
final class PartitionMap {
  private static final int GONE = 410;
  private static final int RANGE_GONE = 1002;

  private final NavigableMap<String, PhysicalPartition> byMin;

  private PartitionMap(NavigableMap<String, PhysicalPartition> byMin) {
    this.byMin = byMin;
  }

  static PartitionMap of(ContainerState container, int count) {
    PartitionKeyKind kind = container.definition().partitionKey().kind();
    NavigableMap<String, PhysicalPartition> byMin = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      String min = EffectivePartitionKey.bound(kind, i, count);
      EpkRange range = new EpkRange(min, EffectivePartitionKey.bound(kind, i + 1, count));
      byMin.put(min, new PhysicalPartition(String.valueOf(i), range, container));
    }
    return new PartitionMap(byMin);
  }

  List<PhysicalPartition> all() {
    return new ArrayList<>(byMin.values());
  }

  PhysicalPartition of(String epk) {
    Map.Entry<String, PhysicalPartition> entry = byMin.floorEntry(epk);
    return entry.getValue();
  }

  PhysicalPartition byId(String id) {
    return byMin.values().stream()
        .filter(p -> p.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new EngineException(
                    GONE, RANGE_GONE, "The partition key range " + id + " is gone or never was."));
  }
}
