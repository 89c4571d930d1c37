package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** What the partitions of a container share: its settings, which may be replaced, its clock and its counters. */
final class ContainerState {
  private final ContainerId id;
  private final Clock clock;
  private final AtomicLong etags;
  private final AtomicLong rids = new AtomicLong();
  private volatile ContainerDefinition definition;
  private volatile IndexLayout layout;

  ContainerState(ContainerId id, ContainerDefinition definition, Clock clock, AtomicLong etags) {
    this.id = id;
    this.definition = definition;
    this.layout = new IndexLayout(definition.indexing());
    this.clock = clock;
    this.etags = etags;
  }

  ContainerId id() {
    return id;
  }

  ContainerDefinition definition() {
    return definition;
  }

  /** The indexes that new partitions begin with. */
  IndexLayout layout() {
    return layout;
  }

  /** Says whether everything has to be indexed anew. */
  boolean define(ContainerDefinition next) {
    boolean reindex = !next.indexingJson().equals(definition.indexingJson());
    if (reindex) {
      layout = new IndexLayout(next.indexing());
    }
    definition = next;
    return reindex;
  }

  long now() {
    return clock.instant().getEpochSecond();
  }

  long nextRid() {
    return rids.incrementAndGet();
  }

  long nextEtag() {
    return etags.incrementAndGet();
  }

  boolean live(Item item) {
    TimeToLive ttl = definition.timeToLive();
    return !ttl.on() || !ttl.expired(item, now());
  }

  /** The key of an item that is in the container. */
  ItemKey key(ObjectNode item) {
    return new ItemKey(
        logical(definition.partitionKey().extract(item)), item.path("id").textValue());
  }

  LogicalKey logical(PartitionKeyValue value) {
    return new LogicalKey(
        EffectivePartitionKey.of(definition.partitionKey().kind(), value), value.text());
  }

  List<UniqueValue> uniqueValues(Item item) {
    return definition.uniqueKeys().isEmpty()
        ? List.of()
        : uniqueValues(item.key().partition(), item.user());
  }

  List<UniqueValue> uniqueValues(LogicalKey partition, ObjectNode item) {
    List<UniqueValue> found = new ArrayList<>();
    for (List<List<String>> key : definition.uniqueKeys()) {
      List<JsonNode> values = key.stream().map(path -> JsonPath.find(item, path)).toList();
      found.add(new UniqueValue(partition, found.size(), values));
    }
    return found;
  }
}
