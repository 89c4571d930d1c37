package dev.cosmoslocal.internal.engine.key;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.resource.ContainerId;
import org.jspecify.annotations.Nullable;

/**
 * Extracts the keys of a container's items by its partition key definition, which never changes.
 */
public final class ItemKeys {
  private final ContainerId container;
  private final PartitionKeyDefinition definition;

  /** The partition key located last: a request locates its own several times. */
  private volatile @Nullable Located latest;

  public ItemKeys(ContainerId container, PartitionKeyDefinition definition) {
    this.container = container;
    this.definition = definition;
  }

  private record Located(PartitionKeyValue value, LogicalPartition key) {}

  public ContainerId container() {
    return container;
  }

  public ItemKey of(ObjectNode item) {
    return new ItemKey(logical(definition.extract(item)), item.path("id").textValue());
  }

  public LogicalPartition logical(PartitionKeyValue value) {
    Located known = latest;
    if (known == null || known.value != value) {
      String epk = EffectivePartitionKey.of(definition.kind(), value);
      known = new Located(value, new LogicalPartition(epk, value.text()));
      latest = known;
    }
    return known.key;
  }
}
