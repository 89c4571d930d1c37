package dev.cosmosblog.simulation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.simulation.Invariants.Violated;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks I4 after each transaction: no entry goes back or replaces its tombstone. */
final class ListingInvariants implements SimulatedService.CommitListener {
  private final OtherProgram program;
  private final Map<ItemKey, ObjectNode> seen = new HashMap<>();

  /** The authors of posts, which the stored tags of a post don't have. */
  private final Map<String, String> authors = new HashMap<>();

  ListingInvariants(OtherProgram program) {
    this.program = program;
  }

  @Override
  public void committed(
      BlogContainer container, String partition, Map<ItemKey, @Nullable ObjectNode> written) {
    if (container == BlogContainer.LISTINGS) {
      written.forEach(this::check);
    } else if (container == BlogContainer.POSTS) {
      written.forEach(this::noteAuthor);
    }
  }

  private void noteAuthor(ItemKey key, @Nullable ObjectNode item) {
    if (item != null && Invariants.is(item, "post")) {
      authors.put(key.id(), item.path("userId").asText());
    }
  }

  private void check(ItemKey key, @Nullable ObjectNode entry) {
    ObjectNode before = entry == null ? seen.remove(key) : seen.put(key, entry);
    if (before == null
        || entry == null
        || program.touched(entry)
        || program.touched(authors.getOrDefault(entry.path("postId").asText(), ""))
        || hasExpired(before, entry)
        || Invariants.is(entry, "removedPost")) {
      return;
    }
    // The tombstone of a tag that the post has lost gives way to a later version of the post.
    boolean cameBack = Invariants.is(before, "removedPost") && !before.has("version");
    if (cameBack || goesBack("version", before, entry) || goesBack("userVersion", before, entry)) {
      throw new Violated(
          "I4", "The entry of %s went back: %s, then %s.".formatted(key, before, entry));
    }
  }

  /** An item that is created after it expired is another one. */
  private static boolean hasExpired(ObjectNode before, ObjectNode entry) {
    return !before.path(SimulatedService.RID).equals(entry.path(SimulatedService.RID));
  }

  private static boolean goesBack(String property, ObjectNode before, ObjectNode after) {
    return after.path(property).asLong() < before.path(property).asLong();
  }
}
