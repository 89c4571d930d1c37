package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Finds the keys of a container's items by its partition key definition, which never changes. */
final class ItemKeys {
  private final ContainerId container;
  private final PartitionKeyDefinition definition;

  /** The partition key located last: a request needs its own several times. */
  private volatile @Nullable Located latest;

  ItemKeys(ContainerId container, PartitionKeyDefinition definition) {
    this.container = container;
    this.definition = definition;
  }

  private record Located(PartitionKeyValue value, LogicalKey key) {}

  /** The container that the items are in. */
  ContainerId container() {
    return container;
  }

  /** The key of an item that is in the container. */
  ItemKey of(ObjectNode item) {
    return new ItemKey(logical(definition.extract(item)), item.path("id").textValue());
  }

  /** The logical partition of a complete partition key. */
  LogicalKey logical(PartitionKeyValue value) {
    Located known = latest;
    if (known == null || known.value != value) {
      String epk = EffectivePartitionKey.of(definition.kind(), value);
      known = new Located(value, new LogicalKey(epk, value.text()));
      latest = known;
    }
    return known.key;
  }
}
