package dev.cosmosblog.simulation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cosmosblog.model.item.ArchiveItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.simulation.Invariants.Violated;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * I14 once writes stop: the archive has exactly the published posts, each once, in its month's
 * bucket, as it is. After each transaction I4: no entry goes back, and none returns after its
 * tombstone.
 */
final class ArchiveInvariants implements SimulatedService.CommitListener {
  private static final int MONTH = "2026-01".length();

  private final SimulatedService service;
  private final Map<ItemKey, ObjectNode> seen = new HashMap<>();

  ArchiveInvariants(SimulatedService service) {
    this.service = service;
  }

  @Override
  public void committed(
      BlogContainer container, String partition, Map<ItemKey, @Nullable ObjectNode> written) {
    if (container == BlogContainer.ARCHIVE) {
      written.forEach(this::check);
    }
  }

  private void check(ItemKey key, @Nullable ObjectNode entry) {
    ObjectNode before = entry == null ? seen.remove(key) : seen.put(key, entry);
    if (before == null || entry == null || Invariants.is(entry, "removedPost")) {
      return;
    }
    boolean cameBack = Invariants.is(before, "removedPost");
    if (cameBack || goesBack("version", before, entry) || goesBack("userVersion", before, entry)) {
      throw new Violated(
          "I4", "The entry of %s went back: %s, then %s.".formatted(key, before, entry));
    }
  }

  private static boolean goesBack(String property, ObjectNode before, ObjectNode after) {
    return after.path(property).asLong() < before.path(property).asLong();
  }

  void checkAtRest() {
    Map<String, ArchiveItem> entries = new HashMap<>();
    Set<String> buckets = new HashSet<>();
    for (ObjectNode item : service.items(BlogContainer.ARCHIVE)) {
      if (Invariants.is(item, "archiveBuckets")) {
        item.path("firstDays").forEach(day -> buckets.add(day.asText()));
      } else if (!Invariants.is(item, "removedPost")) {
        ArchiveItem entry = Invariants.shape(item, ArchiveItem.class);
        if (entries.put(String.valueOf(entry.id()), entry) != null) {
          throw new Violated("I14", "Post " + entry.id() + " is in the archive twice.");
        }
      }
    }
    for (ObjectNode item : service.items(BlogContainer.POSTS)) {
      String id = item.path("id").asText();
      boolean isLive = Invariants.is(item, "post") && !item.has("deleted");
      // A post with its author's id can't have a copy, and is dead-lettered.
      if (isLive
          && !id.startsWith(StrangerItems.PREFIX)
          && !id.equals(item.path("userId").asText())) {
        PostSummaryItem post =
            Invariants.shape(item, PostItem.class).summary(PreservedProperties.IN_COPIES);
        checkEntry(post, entries.remove(id), buckets);
      }
    }
    entries.keySet().removeIf(id -> id.startsWith(StrangerItems.PREFIX));
    if (!entries.isEmpty()) {
      throw new Violated("I14", "The archive has " + entries + ", which are no posts.");
    }
  }

  private static void checkEntry(
      PostSummaryItem post, @Nullable ArchiveItem entry, Set<String> buckets) {
    if (!post.wasPublished()) {
      if (entry != null) {
        throw new Violated("I14", "Post " + post + " is not published, but in the archive.");
      }
      return;
    }
    String bucket = String.valueOf(post.creationDate()).substring(0, MONTH) + "-01";
    if (!buckets.contains(bucket)) {
      throw new Violated("I14", "The archive's list lacks the bucket " + bucket + ".");
    }
    ArchiveItem expected = ArchiveItem.of(post, bucket);
    if (entry == null || !asOf(expected.version(), entry).equals(expected)) {
      throw new Violated("I14", "The entry of %s is %s.".formatted(expected, entry));
    }
  }

  /** An entry has the version in which it was written, which comments and likes leave behind. */
  private static ArchiveItem asOf(long version, ArchiveItem entry) {
    return new ArchiveItem(
        entry.id(),
        entry.bucket(),
        entry.type(),
        entry.userId(),
        entry.userUsername(),
        entry.userVersion(),
        entry.title(),
        entry.creationDate(),
        version,
        entry.properties());
  }
}
