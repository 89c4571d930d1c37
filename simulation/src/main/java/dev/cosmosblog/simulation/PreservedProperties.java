package dev.cosmosblog.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.simulation.Invariants.Violated;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * I11: writes of a post, a comment or a user preserve custom properties, except for an edit, which
 * changes the properties that it names. A writer's edit names one, so that a lost concurrent edit
 * is noticed. Deleted posts and erased users have no properties.
 */
final class PreservedProperties implements SimulatedService.CommitListener {
  /** The properties in summaries: those of the first two writers. */
  static final Set<String> IN_COPIES = Set.of(property(0), property(1));

  private record Seen(long edits, Map<String, JsonNode> properties) {}

  private final OtherProgram program;
  private final Map<ItemKey, Seen> posts = new HashMap<>();
  private final Map<ItemKey, Seen> users = new HashMap<>();

  PreservedProperties(OtherProgram program) {
    this.program = program;
  }

  static String property(int writer) {
    return "writer" + writer;
  }

  @Override
  public void committed(
      BlogContainer container, String partition, Map<ItemKey, @Nullable ObjectNode> written) {
    switch (container) {
      case POSTS -> written.forEach((key, item) -> check(posts, key, item));
      case USERS ->
          written.forEach(
              (key, item) -> {
                if (key.id().equals(key.partition())) {
                  check(users, key, item);
                }
              });
      case FEED, LEASES, LISTINGS -> {
        // Nobody edits a property there.
      }
    }
  }

  private void check(Map<ItemKey, Seen> all, ItemKey key, @Nullable ObjectNode item) {
    if (item == null || program.touched(key.id()) || key.id().startsWith(StrangerItems.PREFIX)) {
      all.remove(key);
      return;
    }
    Seen now = new Seen(item.path("editVersion").asLong(), properties(item));
    boolean gone = item.has("deleted") || item.path("type").asText().equals("erasedUser");
    if (gone) {
      all.remove(key);
      if (!now.properties.isEmpty()) {
        throw new Violated("I11", "%s is gone, but keeps properties.".formatted(key));
      }
      return;
    }
    Seen before = all.put(key, now);
    if (before != null) {
      long edits = now.edits - before.edits;
      long changed = changed(before, now);
      if (edits < 0 || changed > edits) {
        throw new Violated(
            "I11",
            "%s has %d more edits, and %d other properties: %s, then %s."
                .formatted(key, edits, changed, before, now));
      }
    }
  }

  private static long changed(Seen before, Seen now) {
    Set<String> names = new HashSet<>(before.properties.keySet());
    names.addAll(now.properties.keySet());
    return names.stream()
        .filter(
            name ->
                !String.valueOf(before.properties.get(name))
                    .equals(String.valueOf(now.properties.get(name))))
        .count();
  }

  private static Map<String, JsonNode> properties(ObjectNode item) {
    Map<String, JsonNode> properties = new HashMap<>();
    item.path("properties")
        .fields()
        .forEachRemaining(e -> properties.put(e.getKey(), e.getValue()));
    return properties;
  }
}
