package dev.cosmosblog.micrometer;

import dev.cosmosblog.store.observe.ItemVersion;
import io.micrometer.tracing.TraceContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The last commands of this process that wrote an item, by item. */
final class RecentCommands {
  /** The maximum number of commands. */
  static final int MAX = 10_000;

  /** All commands, the oldest first. Guarded by this. */
  private final Deque<Command> all = new ArrayDeque<>();

  /** The same commands by item, the oldest first. Guarded by this. */
  private final Map<Item, Deque<Command>> byItem = new HashMap<>();

  private record Item(String postId, String itemId) {
    static Item of(ItemVersion written) {
      return new Item(written.postId(), written.itemId());
    }
  }

  /**
   * A command.
   *
   * @param views the views whose change feeds have handled its change
   */
  record Command(ItemVersion written, TraceContext span, Set<String> views) {
    void handled(String view) {
      views.add(view);
    }
  }

  synchronized void add(ItemVersion written, TraceContext span) {
    Command command = new Command(written, span, ConcurrentHashMap.newKeySet(1));
    all.add(command);
    byItem.computeIfAbsent(Item.of(written), any -> new ArrayDeque<>(1)).add(command);
    if (all.size() > MAX) {
      Item oldest = Item.of(all.remove().written());
      Deque<Command> ofItem = Objects.requireNonNull(byItem.get(oldest));
      ofItem.remove();
      if (ofItem.isEmpty()) {
        byItem.remove(oldest);
      }
    }
  }

  /** Returns the commands that led to these states and whose change a view hasn't handled yet. */
  synchronized List<Command> unhandled(String view, Stream<ItemVersion> items) {
    if (all.isEmpty()) {
      return List.of();
    }
    return items
        .flatMap(
            item ->
                byItem.getOrDefault(Item.of(item), new ArrayDeque<>()).stream()
                    .filter(command -> command.written().version() <= item.version()))
        .filter(command -> !command.views().contains(view))
        .toList();
  }
}
