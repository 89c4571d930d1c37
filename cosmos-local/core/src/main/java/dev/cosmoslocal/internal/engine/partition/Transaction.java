package dev.cosmoslocal.internal.engine.partition;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.item.ItemRecord;
import dev.cosmoslocal.internal.engine.item.TimeToLive;
import dev.cosmoslocal.internal.engine.item.WriteStamp;
import dev.cosmoslocal.internal.engine.key.ItemKey;
import dev.cosmoslocal.internal.engine.key.LogicalPartition;
import dev.cosmoslocal.internal.engine.key.UniqueKeyValue;
import dev.cosmoslocal.internal.engine.resource.EngineException;
import dev.cosmoslocal.internal.engine.resource.Json;
import dev.cosmoslocal.internal.engine.resource.ServiceLimits;
import dev.cosmoslocal.internal.engine.version.ItemVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes to one physical partition that take effect together when all have succeeded. It reads its
 * own writes.
 */
public final class Transaction {
  private final PartitionView before;
  private final ContainerState container;
  private final long lsn;
  private final Map<LogicalPartition, OptionalLong> groups = new HashMap<>();
  private final Map<ItemKey, Optional<Item>> changes = new LinkedHashMap<>();
  private final Map<Item, ObjectNode> written = new IdentityHashMap<>();
  private final List<ItemVersion> versions = new ArrayList<>();
  private final @Nullable LogicalPartitionSizes sizes;
  private int writes;
  private boolean renamed;

  /** The change of the bytes of the transaction's logical partition. */
  private long addedBytes;

  Transaction(PartitionView before, long lsn, @Nullable LogicalPartitionSizes sizes) {
    this.before = before;
    this.sizes = sizes;
    this.container = before.container();
    this.lsn = lsn;
  }

  /** The items after the transaction, by key; empty for deleted ones. */
  Map<ItemKey, Optional<Item>> changes() {
    return changes;
  }

  /** Whether an item has another key than before, so that two keys share a resource id. */
  boolean renamed() {
    return renamed;
  }

  /** The JSON of a written item, which need not be parsed again. */
  ObjectNode user(Item item) {
    ObjectNode known = written.get(item);
    return known != null ? known : item.user();
  }

  /** The versions in order, if the container retains them. */
  List<ItemVersion> versions() {
    return versions;
  }

  public Optional<Item> find(ItemKey key) {
    Optional<Item> mine = changes.get(key);
    return mine != null ? mine : live(key);
  }

  /** The item before the transaction. */
  private Optional<Item> live(ItemKey key) {
    return before
        .stored(group(key.partition()), key.id())
        .map(ItemRecord::item)
        .filter(container::live);
  }

  private OptionalLong group(LogicalPartition logical) {
    return groups.computeIfAbsent(logical, before::group);
  }

  public LogicalPartitionFilter filter(LogicalPartition logical) {
    return new LogicalPartitionFilter.Some(group(logical).stream().toArray());
  }

  /** The live items by rid, before the transaction. */
  public List<Item> before(LogicalPartitionFilter filter) {
    return before.live(filter);
  }

  public Optional<Item> find(LogicalPartition logical, long rid) {
    Optional<Item> mine =
        changes.values().stream().flatMap(Optional::stream).filter(i -> i.rid() == rid).findFirst();
    return mine.or(
            () ->
                before
                    .item(rid)
                    .map(ItemRecord::item)
                    .filter(container::live)
                    .flatMap(item -> find(item.key())))
        .filter(item -> item.rid() == rid && item.key().partition().equals(logical));
  }

  /**
   * The items of a logical partition by rid, with the transaction's own writes; one item, if given,
   * as it was before.
   */
  public List<Item> items(LogicalPartition logical, @Nullable ItemKey asBefore) {
    Map<ItemKey, Optional<Item>> seen = new LinkedHashMap<>(changes);
    seen.remove(asBefore);
    List<Item> items = before(filter(logical));
    Set<Long> changed = new HashSet<>();
    seen.keySet().forEach(k -> live(k).ifPresent(item -> changed.add(item.rid())));
    items.removeIf(item -> changed.contains(item.rid()));
    seen.forEach(
        (key, next) -> {
          if (key.partition().equals(logical)) {
            next.ifPresent(items::add);
          }
        });
    items.sort(Comparator.comparingLong(Item::rid));
    return items;
  }

  public Item put(ItemKey key, ObjectNode body) {
    return put(key, body, find(key));
  }

  /** Replaces an item by one with another id, which takes its resource id over. */
  public Item rename(Item old, ItemKey key, ObjectNode body) {
    Optional<Item> former = changes.put(old.key(), Optional.empty());
    try {
      Item item = put(key, body, Optional.of(old));
      renamed = true;
      return item;
    } catch (RuntimeException refusal) {
      // A script may go on after it.
      if (former == null) {
        changes.remove(old.key());
      } else {
        changes.put(old.key(), former);
      }
      throw refusal;
    }
  }

  private Item put(ItemKey key, ObjectNode body, Optional<Item> old) {
    ServiceLimits.checkNesting(body);
    byte[] bytes = Json.bytes(body);
    if (bytes.length > ServiceLimits.ITEM_BYTES) {
      throw EngineException.tooLarge("Request size is too large: an item may have 2 MB.");
    }
    int ttl = TimeToLive.ofItem(body);
    checkUnique(key, body);
    resize(key, bytes.length - old.map(Item::bytes).orElse(0));
    long rid = old.map(Item::rid).orElseGet(container::nextRid);
    long change = lsn << WriteStamp.CHANGE_BITS | writes++;
    WriteStamp stamp =
        new WriteStamp(rid, change, container.nextEtag(), container.now(), old.isPresent());
    Item item = new Item(container.keys(), key, bytes, ttl, stamp);
    changes.put(key, Optional.of(item));
    written.put(item, body);
    retain(ItemVersion.written(old, item));
    return item;
  }

  public void remove(ItemKey key) {
    find(key)
        .ifPresent(
            item -> {
              retain(ItemVersion.gone(ItemVersion.ChangeType.DELETE, item, lsn, container.now()));
              resize(key, -item.bytes());
            });
    changes.put(key, Optional.empty());
  }

  /** Removes an expired item, unless its expiry was reported already. */
  public void expire(Item item) {
    container
        .expiry(item, lsn)
        .ifPresent(
            version -> {
              versions.add(version);
              changes.put(item.key(), Optional.empty());
            });
  }

  private void resize(ItemKey key, long change) {
    if (sizes != null) {
      sizes.check(group(key.partition()), addedBytes, change);
      addedBytes += change;
    }
  }

  private void retain(ItemVersion version) {
    if (container.definition().retention().on()) {
      versions.add(version);
    }
  }

  private void checkUnique(ItemKey key, ObjectNode body) {
    for (UniqueKeyValue value : container.uniqueValues(key.partition(), body)) {
      ItemKey owner = before.owner(value).map(Item::key).orElse(null);
      boolean taken = owner != null && !owner.equals(key) && holds(owner, value);
      if (taken
          || changes.values().stream()
              .anyMatch(i -> i.filter(x -> !x.key().equals(key) && holds(x, value)).isPresent())) {
        throw new EngineException(409, 0, "Unique index constraint violation.");
      }
    }
  }

  /** Returns whether the owner still exists and was not changed or removed by this transaction. */
  private boolean holds(ItemKey owner, UniqueKeyValue value) {
    return find(owner).filter(item -> holds(item, value)).isPresent();
  }

  private boolean holds(Item item, UniqueKeyValue value) {
    return container.uniqueValues(item).contains(value);
  }
}
