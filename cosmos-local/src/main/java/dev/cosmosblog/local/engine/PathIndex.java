package dev.cosmosblog.local.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The items of a physical partition in the order of their values at one path. Guarded by the partition's lock. */
final class PathIndex {
  private final List<String> path;
  private final NavigableMap<IndexKey, Item> items = new TreeMap<>();
  private int withoutPlace;

  PathIndex(List<String> path) {
    this.path = path;
  }

  void add(Item item) {
    JsonNode value = value(item);
    if (IndexKey.hasPlace(value)) {
      items.put(new IndexKey(value, item.rid()), item);
    } else {
      withoutPlace++;
    }
  }

  void remove(Item item) {
    JsonNode value = value(item);
    if (IndexKey.hasPlace(value)) {
      items.remove(new IndexKey(value, item.rid()));
    } else {
      withoutPlace--;
    }
  }

  /** The items with one of the values, none of which is an array or an object; empty if they are more than a limit. */
  Optional<Collection<Item>> equal(List<JsonNode> values, int limit) {
    Set<Item> found = new LinkedHashSet<>();
    for (JsonNode value : values) {
      IndexKey first = new IndexKey(value, Long.MIN_VALUE);
      IndexKey last = new IndexKey(value, Long.MAX_VALUE);
      for (Item item : items.subMap(first, true, last, true).values()) {
        if (found.size() == limit) {
          return Optional.empty();
        }
        found.add(item);
      }
    }
    return Optional.of(found);
  }

  /** Whether every item has a place in the order. */
  boolean complete() {
    return withoutPlace == 0;
  }

  Collection<Item> ordered(boolean descending, @Nullable IndexKey from) {
    NavigableMap<IndexKey, Item> all = descending ? items.descendingMap() : items;
    return (from == null ? all : all.tailMap(from, true)).values();
  }

  /** The time stamp is the one system property by which people query. */
  private JsonNode value(Item item) {
    return path.equals(List.of("_ts"))
        ? JsonNodeFactory.instance.numberNode(item.seconds())
        : JsonPath.find(item.user(), path);
  }
}
