package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.RemovedCopyItem;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.BatchResult;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.cosmos.WriteResult;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.spi.ItemWrite;
import dev.cosmosblog.store.spi.PatchOperations;
import dev.cosmosblog.store.spi.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The tags of published posts and the number of posts of each tag, in one logical partition, so
 * that one transaction changes a post's tags and the numbers. A post's item is written before its
 * entries in the lists of tags, and names all lists that may have one. It is compared by version,
 * so it also keeps a late host from writing entries of an earlier state.
 */
record TaggedPosts(ItemContainer listings) {
  private static final String PARTITION = TaggedPostItem.BUCKET;

  /** Returns the item of a tag without posts. */
  static Map<String, Object> newTag(String tag) {
    return Map.of(
        "id", TaggedPostItem.idOfTag(tag), "bucket", PARTITION, "type", ItemType.TAG, "posts", 0);
  }

  /**
   * Stores the tags of a post: one point read, and one write if they are older. Returns the stored
   * tags with the former ones; empty if they are newer, or the post was deleted.
   */
  Optional<TaggedPostItem> put(PostSummaryItem copy, Call call) {
    ItemKey key = ItemPlace.ofTagsOf(String.valueOf(copy.id())).key();
    TaggedPostItem mine = TaggedPostItem.of(copy);
    while (true) {
      Optional<Versioned<StoredItem>> found = listings.read(key, StoredItem.class, call);
      if (isRemoved(found)) {
        return Optional.empty();
      }
      TaggedPostItem before = found.map(there -> there.item().taggedPost()).orElse(null);
      if (before != null && before.version() > mine.version()) {
        return Optional.empty();
      }
      TaggedPostItem after = mine.after(before);
      if (after.equals(before) || write(after, before, found, call)) {
        return Optional.of(after);
      }
    }
  }

  /** Stores the tags of a post in place of those that were read, whatever their version. */
  boolean replace(PostSummaryItem copy, Optional<Versioned<StoredItem>> found, Call call) {
    TaggedPostItem before =
        isRemoved(found) ? null : found.map(there -> there.item().taggedPost()).orElse(null);
    return write(TaggedPostItem.of(copy).after(before), before, found, call);
  }

  /** Forgets the former tags, in whose lists the post has no entry any more: one write. */
  void settle(TaggedPostItem put, Call call) {
    ItemKey key = new ItemKey(put.id(), PARTITION);
    listings
        .read(key, StoredItem.class, call)
        .filter(there -> !isRemoved(Optional.of(there)) && there.item().taggedPost().equals(put))
        .ifPresent(there -> listings.replace(put.settled(), key, there.etag(), call));
  }

  /** The stored tags of a post, and the ETag of its item; both empty without an item. */
  record Found(Optional<Versioned<StoredItem>> item) {
    Set<String> places() {
      return item.isEmpty() || isRemoved(item) ? Set.of() : item.get().item().taggedPost().places();
    }
  }

  Found find(ItemKey key, Call call) {
    return new Found(listings.read(key, StoredItem.class, call));
  }

  /** Adds a tag that is missing, or that another program has given another type. */
  void list(String tag, Call call) {
    ItemKey key = ItemPlace.ofTag(tag).key();
    Optional<Versioned<StoredItem>> found = listings.read(key, StoredItem.class, call);
    if (found.isEmpty()) {
      listings.create(newTag(tag), PARTITION, call);
    } else if (!found.get().item().type().equals(ItemType.TAG)) {
      Map<String, @Nullable Object> item = new HashMap<>(found.get().item().written());
      item.put("type", ItemType.TAG);
      listings.replace(item, key, found.get().etag(), call);
    }
  }

  /**
   * Replaces a deleted post's tags by a tombstone, so that no late host stores them again; returns
   * false if they have changed since they were found.
   */
  boolean remove(ItemKey key, Found found, long ttl, Call call) {
    RemovedCopyItem tombstone = RemovedCopyItem.ofEntry(key.id(), PARTITION, ttl);
    if (found.item().isEmpty() || isRemoved(found.item())) {
      return PostSummaries.replace(listings, key, found.item(), tombstone, call)
          == WriteResult.DONE;
    }
    Versioned<StoredItem> there = found.item().get();
    ItemWrite removal =
        ttl <= 0
            ? new ItemWrite.Delete(key.id(), there.etag())
            : new ItemWrite.Replace(key.id(), tombstone, there.etag());
    return write(removal, there.item().taggedPost().counted(), Set.of(), call);
  }

  long count(String tag, Call call) {
    Query query =
        Query.of(QueryTexts.COUNT_OF_TAGGED, 1)
            .with("@bucket", PARTITION)
            .with("@type", ItemType.TAGGED_POST)
            .with("@tag", tag)
            .in(PARTITION);
    return listings.first(query, Long.class, call).stream().mapToLong(Long::longValue).sum();
  }

  private static boolean isRemoved(Optional<Versioned<StoredItem>> found) {
    return found.filter(there -> ItemType.REMOVED_COPY.equals(there.item().type())).isPresent();
  }

  private boolean write(
      TaggedPostItem after,
      @Nullable TaggedPostItem before,
      Optional<Versioned<StoredItem>> found,
      Call call) {
    ItemWrite write =
        found
            .map(there -> (ItemWrite) new ItemWrite.Replace(after.id(), after, there.etag()))
            .orElseGet(() -> new ItemWrite.Create(after));
    return write(write, before == null ? Set.of() : before.counted(), after.counted(), call);
  }

  /** Writes a post's item and changes the numbers of the tags that it has lost and got. */
  private boolean write(ItemWrite item, Set<String> before, Set<String> after, Call call) {
    // In the order of tags, so that concurrent transactions don't block each other.
    Map<String, Integer> changes = new TreeMap<>();
    before.stream().filter(tag -> !after.contains(tag)).forEach(tag -> changes.put(tag, -1));
    after.stream().filter(tag -> !before.contains(tag)).forEach(tag -> changes.put(tag, 1));
    List<String> tags = List.copyOf(changes.keySet());
    List<ItemWrite> writes = new ArrayList<>(List.of(item));
    changes.forEach((tag, by) -> writes.add(count(tag, by)));
    while (true) {
      BatchResult answer;
      try {
        answer = listings.batch(PARTITION, writes, call);
      } catch (StoreRejectedException e) {
        if (!makeCountable(tags, call)) {
          throw e;
        }
        continue;
      }
      if (answer.result() != WriteResult.MISSING || answer.failedAt() < 1) {
        return answer.result() == WriteResult.DONE;
      }
      listings.create(newTag(tags.get(answer.failedAt() - 1)), PARTITION, call);
    }
  }

  private static ItemWrite count(String tag, int by) {
    PatchOperations posts = PatchOperations.create().increment(PropertyPaths.POSTS, by);
    return new ItemWrite.Patch(TaggedPostItem.idOfTag(tag), posts, null, null);
  }

  /**
   * Sets the numbers to zero that another program has made unreadable; a repair counts the posts.
   * Returns whether there was one.
   */
  private boolean makeCountable(List<String> tags, Call call) {
    boolean changed = false;
    for (String tag : tags) {
      ItemKey key = ItemPlace.ofTag(tag).key();
      Optional<Versioned<StoredItem>> found = listings.read(key, StoredItem.class, call);
      if (found.filter(there -> !there.item().takesIncrement("posts")).isPresent()) {
        Map<String, @Nullable Object> item = new HashMap<>(found.get().item().written());
        item.put("posts", 0);
        listings.replace(item, key, found.get().etag(), call);
        changed = true;
      }
    }
    return changed;
  }
}
