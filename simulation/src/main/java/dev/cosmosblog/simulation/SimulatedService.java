package dev.cosmosblog.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.simulation.Scheduler.Signal;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.spi.ItemWrite;
import dev.cosmosblog.store.spi.PatchOperations;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A database of Azure Cosmos DB in memory: each physical partition keeps every version of its items
 * in the order of its transactions, so that a replica that is behind is a smaller sequence number.
 * Writes happen on the primary.
 */
final class SimulatedService {
  static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** An item's place in a query that orders nothing. */
  static final String RID = "_rid";

  // How long after a transaction a host that has handled all before polls again.
  private static final long WAKE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Scheduler scheduler;
  private final Map<BlogContainer, List<Partition>> containers = new EnumMap<>(BlogContainer.class);
  private final Map<JsonNode, Map<Class<?>, Object>> values = new IdentityHashMap<>();
  private final List<CommitListener> listeners = new ArrayList<>();

  /** The containers in which no item expires. */
  private final Set<BlogContainer> withoutTimeToLive = EnumSet.noneOf(BlogContainer.class);

  SimulatedService(Scheduler scheduler, int partitions) {
    this.scheduler = scheduler;
    for (BlogContainer container : BlogContainer.values()) {
      boolean grows = container == BlogContainer.USERS || container == BlogContainer.POSTS;
      List<Partition> all = new ArrayList<>();
      for (int i = 0; i < (grows ? partitions : 1); i++) {
        all.add(new Partition(container, i));
      }
      containers.put(container, all);
    }
  }

  /** Called after each transaction, before anything else happens. */
  interface CommitListener {
    /** Looks at the items that a transaction wrote; those that it deleted are null. */
    void committed(
        BlogContainer container, String partition, Map<ItemKey, @Nullable ObjectNode> written);
  }

  void addListener(CommitListener listener) {
    listeners.add(listener);
  }

  void disableTimeToLive(BlogContainer container) {
    withoutTimeToLive.add(container);
  }

  /** Lets items expire, even those that were written before. */
  void enableTimeToLive(BlogContainer container) {
    withoutTimeToLive.remove(container);
  }

  boolean hasTimeToLive(BlogContainer container) {
    return !withoutTimeToLive.contains(container);
  }

  List<Partition> partitions(BlogContainer container) {
    return Objects.requireNonNull(containers.get(container));
  }

  Partition partition(BlogContainer container, String key) {
    List<Partition> all = partitions(container);
    return all.get(Math.floorMod(key.hashCode(), all.size()));
  }

  /** Returns all items of a container as the primaries have them. */
  List<ObjectNode> items(BlogContainer container) {
    return partitions(container).stream()
        .flatMap(partition -> partition.visible(partition.lsn).stream())
        .toList();
  }

  /** Returns an item as its primary has it, or null. */
  @Nullable ObjectNode item(BlogContainer container, ItemKey key) {
    Partition partition = partition(container, key.partition());
    return partition.at(key, partition.lsn);
  }

  /** Returns an item as a type; the same object each time, because neither changes. */
  <T> T value(JsonNode item, Class<T> type) throws JsonProcessingException {
    Map<Class<?>, Object> known = values.computeIfAbsent(item, any -> new HashMap<>(4));
    Object value = known.get(type);
    if (value == null) {
      value = JSON.treeToValue(item, type);
      known.put(type, value);
    }
    return type.cast(value);
  }

  /** A version of an item; null for its deletion. */
  private record Version(long lsn, @Nullable ObjectNode item) {}

  /** The result of a transaction: a status, and the items as they were written. */
  record Committed(int status, List<@Nullable ObjectNode> items) {}

  /** A physical partition. */
  final class Partition {
    final BlogContainer container;
    final int index;
    private final Map<ItemKey, List<Version>> versions = new LinkedHashMap<>();
    private final TreeMap<Long, Long> lsnByTime = new TreeMap<>();
    private long lsn;
    private long created;
    private final Signal committed = new Signal();

    Partition(BlogContainer container, int index) {
      this.container = container;
      this.index = index;
    }

    long lsn() {
      return lsn;
    }

    /** Waits for a transaction, as polls that find nothing would do. */
    void awaitCommit() {
      scheduler.await(committed);
    }

    /** Returns the last transaction that every replica has. */
    long replicated(long maxLagNanos) {
      Map.Entry<Long, Long> entry = lsnByTime.floorEntry(scheduler.nanoTime() - maxLagNanos);
      return entry == null ? 0 : entry.getValue();
    }

    @Nullable ObjectNode at(ItemKey key, long visible) {
      Version version = version(key, visible);
      return version == null || isExpired(version.item()) ? null : version.item();
    }

    /** Returns whether an item exists in each version after a transaction, not as a tombstone. */
    boolean lived(ItemKey key, long after) {
      return versions.getOrDefault(key, List.of()).stream()
          .filter(version -> version.lsn() > after)
          .map(Version::item)
          .allMatch(item -> item != null && !item.path("deleted").asBoolean() && !isExpired(item));
    }

    private @Nullable Version version(ItemKey key, long visible) {
      List<Version> all = versions.getOrDefault(key, List.of());
      for (int i = all.size() - 1; i >= 0; i--) {
        if (all.get(i).lsn() <= visible) {
          return all.get(i);
        }
      }
      return null;
    }

    private boolean isExpired(@Nullable ObjectNode item) {
      return item == null
          || (item.path("ttl").isIntegralNumber()
              && item.path("ttl").asLong() > 0
              && hasTimeToLive(container)
              && item.path("_ts").asLong() + item.path("ttl").asLong()
                  <= scheduler.now().getEpochSecond());
    }

    /** Returns all items that a replica has, in the order of their first writes. */
    List<ObjectNode> visible(long visible) {
      List<ObjectNode> items = new ArrayList<>();
      for (ItemKey key : versions.keySet()) {
        ObjectNode item = at(key, visible);
        if (item != null) {
          items.add(item);
        }
      }
      return items;
    }

    List<ObjectNode> visible(String partition, long visible) {
      List<ObjectNode> items = new ArrayList<>();
      for (ItemKey key : versions.keySet()) {
        ObjectNode item = key.partition().equals(partition) ? at(key, visible) : null;
        if (item != null) {
          items.add(item);
        }
      }
      return items;
    }

    /** Returns the latest versions behind a transaction, in the order of their transactions. */
    List<ObjectNode> changes(long after, long visible) {
      List<Version> found = new ArrayList<>();
      for (ItemKey key : versions.keySet()) {
        Version version = version(key, visible);
        if (version != null && version.lsn() > after && !isExpired(version.item())) {
          found.add(version);
        }
      }
      found.sort((one, other) -> Long.compare(one.lsn(), other.lsn()));
      return found.stream().map(Version::item).toList();
    }

    /** Writes items of one logical partition, all or none. */
    Committed commit(String partition, List<ItemWrite> writes) {
      Map<ItemKey, @Nullable ObjectNode> pending = new LinkedHashMap<>();
      List<@Nullable ObjectNode> results = new ArrayList<>();
      for (ItemWrite write : writes) {
        ObjectNode content = content(write);
        ItemKey key = new ItemKey(idOf(write, content), partition);
        ObjectNode before = pending.containsKey(key) ? pending.get(key) : at(key, lsn);
        int status = check(write, before);
        if (status != 200) {
          return new Committed(status, results);
        }
        ObjectNode after = content == null ? apply(write, before) : content;
        if (after != null) {
          after.put("_etag", "\"" + index + "-" + (lsn + 1) + "-" + results.size() + "\"");
          after.put("_ts", scheduler.now().getEpochSecond());
          after.put("_lsn", lsn + 1);
          after.put(RID, before == null ? ++created : before.path(RID).asLong());
        }
        pending.put(key, after);
        results.add(after);
      }
      lsn++;
      lsnByTime.put(scheduler.nanoTime(), lsn);
      pending.forEach(
          (key, item) ->
              versions.computeIfAbsent(key, any -> new ArrayList<>()).add(new Version(lsn, item)));
      listeners.forEach(listener -> listener.committed(container, partition, pending));
      committed.send(scheduler.nanoTime() + WAKE_NANOS);
      return new Committed(200, results);
    }
  }

  /** Returns the item that a write contains as a whole, or null. */
  private static @Nullable ObjectNode content(ItemWrite write) {
    if (write instanceof ItemWrite.Create create) {
      return tree(create.item());
    } else if (write instanceof ItemWrite.Upsert upsert) {
      return tree(upsert.item());
    }
    return write instanceof ItemWrite.Replace replace ? tree(replace.item()) : null;
  }

  private static String idOf(ItemWrite write, @Nullable ObjectNode content) {
    if (write instanceof ItemWrite.Replace replace) {
      return replace.id();
    } else if (write instanceof ItemWrite.Delete delete) {
      return delete.id();
    }
    return content == null ? ((ItemWrite.Patch) write).id() : content.path("id").asText();
  }

  private static int check(ItemWrite write, @Nullable ObjectNode before) {
    if (write instanceof ItemWrite.Create) {
      return before == null ? 200 : 409;
    } else if (write instanceof ItemWrite.Upsert) {
      return 200;
    }
    if (before == null) {
      return 404;
    }
    if (write instanceof ItemWrite.Replace replace) {
      return hasTag(before, replace.etag()) ? 200 : 412;
    } else if (write instanceof ItemWrite.Delete delete) {
      return hasTag(before, delete.etag()) ? 200 : 412;
    }
    ItemWrite.Patch patch = (ItemWrite.Patch) write;
    if (!hasTag(before, patch.etag())) {
      return 412;
    }
    if (patch.condition() != null && !SimulatedQueries.holds(patch.condition(), before)) {
      return 412;
    }
    boolean possible =
        patch.operations().all().stream()
            .allMatch(
                operation ->
                    switch (operation.kind()) {
                      case SET -> true;
                      case REMOVE -> before.has(property(operation));
                      case INCREMENT ->
                          !before.has(property(operation))
                              || before.get(property(operation)).isNumber();
                    });
    return possible ? 200 : 400;
  }

  private static boolean hasTag(ObjectNode item, @Nullable String etag) {
    return etag == null || etag.equals(item.path("_etag").asText());
  }

  private static @Nullable ObjectNode apply(ItemWrite write, @Nullable ObjectNode before) {
    if (before == null || !(write instanceof ItemWrite.Patch patch)) {
      return null;
    }
    ObjectNode after = before.deepCopy();
    for (PatchOperations.Operation operation : patch.operations().all()) {
      String name = property(operation);
      switch (operation.kind()) {
        case SET -> after.set(name, JSON.valueToTree(operation.value()));
        case REMOVE -> after.remove(name);
        case INCREMENT ->
            after.put(
                name,
                after.path(name).asLong()
                    + ((Number) Objects.requireNonNull(operation.value())).longValue());
      }
    }
    return after;
  }

  private static String property(PatchOperations.Operation operation) {
    return operation.path().substring(1);
  }

  static ObjectNode tree(Object item) {
    JsonNode tree = JSON.valueToTree(item);
    return tree.deepCopy();
  }
}
