package dev.cosmoslocal.internal.engine.version;

import dev.cosmoslocal.internal.engine.item.Item;
import dev.cosmoslocal.internal.engine.item.TimeToLive;
import dev.cosmoslocal.internal.engine.key.ItemKey;
import dev.cosmoslocal.internal.engine.resource.SavedState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/** The items that will expire, by expiry time. Guarded by the log that owns it. */
final class ExpiryQueue {
  private record Expiry(long expires, Item item) {}

  private final Map<ItemKey, Item> items = new HashMap<>();
  private final PriorityQueue<Expiry> queue =
      new PriorityQueue<>((a, b) -> Long.compare(a.expires, b.expires));

  void clear() {
    items.clear();
    queue.clear();
  }

  Runnable save() {
    List<Expiry> saved = queue.stream().filter(e -> items.get(e.item.key()) == e.item).toList();
    Runnable followed = SavedState.of(items);
    return () -> {
      queue.clear();
      queue.addAll(saved);
      followed.run();
    };
  }

  void add(Item item, TimeToLive ttl) {
    long expires = ttl.expires(item);
    if (expires == Long.MAX_VALUE) {
      items.remove(item.key());
    } else {
      items.put(item.key(), item);
      queue.add(new Expiry(expires, item));
    }
  }

  void remove(ItemKey key) {
    items.remove(key);
  }

  Optional<Item> find(ItemKey key) {
    return Optional.ofNullable(items.get(key));
  }

  /** Takes the expired items. Each is returned once, and found until it is removed. */
  List<Item> take(long now) {
    List<Item> expired = new ArrayList<>();
    while (!queue.isEmpty() && queue.peek().expires <= now) {
      Item item = queue.remove().item;
      if (items.get(item.key()) == item) {
        expired.add(item);
      }
    }
    return expired;
  }
}
