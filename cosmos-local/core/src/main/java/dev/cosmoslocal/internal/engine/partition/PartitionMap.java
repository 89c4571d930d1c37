package dev.cosmoslocal.internal.engine.partition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.key.EffectivePartitionKey;
import dev.cosmoslocal.internal.engine.key.EpkRange;
import dev.cosmoslocal.internal.engine.key.PartitionKeyDefinition;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The physical partitions by their ranges of keys. Immutable; the ranges leave no gaps. */
public final class PartitionMap {
  private static final int GONE = 410;
  private static final int RANGE_GONE = 1002;

  private final NavigableMap<String, PhysicalPartition> byMin;

  private PartitionMap(NavigableMap<String, PhysicalPartition> byMin) {
    this.byMin = byMin;
  }

  public static PartitionMap of(ContainerState container, int count) {
    PartitionKeyDefinition.KeyKind kind = container.definition().partitionKey().kind();
    NavigableMap<String, PhysicalPartition> byMin = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      String min = EffectivePartitionKey.bound(kind, i, count);
      EpkRange range = new EpkRange(min, EffectivePartitionKey.bound(kind, i + 1, count));
      byMin.put(min, new PhysicalPartition(new RangeId(i, List.of()), range, container));
    }
    return new PartitionMap(byMin);
  }

  /** Restores a map as {@link #describe} stored it. */
  public static PartitionMap of(ContainerState container, JsonNode ranges) {
    NavigableMap<String, PhysicalPartition> byMin = new TreeMap<>();
    for (JsonNode range : ranges) {
      List<String> parents = new ArrayList<>();
      range.path("parents").forEach(parent -> parents.add(parent.textValue()));
      RangeId id = new RangeId(range.path("number").intValue(), parents);
      String min = range.path("min").textValue();
      EpkRange keys = new EpkRange(min, range.path("max").textValue());
      byMin.put(min, new PhysicalPartition(id, keys, container));
    }
    return new PartitionMap(byMin);
  }

  public ArrayNode describe() {
    ArrayNode ranges = Json.array();
    for (PhysicalPartition partition : byMin.values()) {
      ObjectNode range = ranges.addObject().put("number", partition.rangeId().number());
      range.put("min", partition.range().min()).put("max", partition.range().max());
      ArrayNode parents = range.putArray("parents");
      partition.rangeId().parents().forEach(parents::add);
    }
    return ranges;
  }

  /** The ids of the next two partitions. No id is used twice, since children have the greatest. */
  List<RangeId> childrenOf(PhysicalPartition parent) {
    int last = byMin.values().stream().mapToInt(p -> p.rangeId().number()).max().orElseThrow();
    return List.of(parent.rangeId().child(last + 1), parent.rangeId().child(last + 2));
  }

  /** The same map with a partition replaced by others. */
  PartitionMap with(List<PhysicalPartition> others) {
    NavigableMap<String, PhysicalPartition> next = new TreeMap<>(byMin);
    others.forEach(p -> next.put(p.range().min(), p));
    return new PartitionMap(next);
  }

  List<PhysicalPartition> all() {
    return new ArrayList<>(byMin.values());
  }

  public PhysicalPartition of(String epk) {
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
