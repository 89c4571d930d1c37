package dev.cosmosblog.local.engine;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of a physical partition: made when a query first needs one, and only for a few paths, as each takes about
 * 200 bytes of heap for an item. Guarded by the partition's lock.
 */
final class PathIndexes {
  private static final int MOST = 4;

  private final Map<List<String>, PathIndex> byPath = new HashMap<>();

  @Nullable PathIndex find(List<String> path) {
    return byPath.get(path);
  }

  boolean mayMake(List<String> path) {
    boolean system = Item.SYSTEM_PROPERTIES.contains(path.get(0)) && !path.equals(List.of("_ts"));
    return !system && byPath.size() < MOST;
  }

  /** Does nothing if another thread was first. */
  void make(List<String> path, Collection<Item> items) {
    if (!byPath.containsKey(path) && mayMake(path)) {
      PathIndex index = new PathIndex(path);
      items.forEach(index::add);
      byPath.put(path, index);
    }
  }

  void add(Item item) {
    byPath.values().forEach(index -> index.add(item));
  }

  void remove(Item item) {
    byPath.values().forEach(index -> index.remove(item));
  }
}
