package dev.cosmosblog.store.internal.repository;

import static dev.cosmosblog.store.internal.cosmos.WriteResult.DONE;

import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PendingItem;
import dev.cosmosblog.model.item.RemovedCopyItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.spi.Query;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The queue of pending comments: one entry for each, in a listing by date. A comment that leaves
 * the queue never comes back, so the tombstone of its entry keeps a late host from writing it
 * again.
 */
public final class PendingComments {
  private static final int PAGE_SIZE = 100;

  private final DatabaseAccess database;
  private final ItemContainer listings;
  private final ListingBuckets buckets;

  private PendingComments(DatabaseAccess database, ItemContainer listings) {
    this.database = database;
    this.listings = listings;
    this.buckets = new BucketLists(database, listings).of(Listing.PENDING);
  }

  /** Returns the queue of a database that has listings, or null. */
  public static @Nullable PendingComments of(DatabaseAccess database) {
    return database.listings().map(found -> new PendingComments(database, found)).orElse(null);
  }

  /** Updates the entry of a pending comment: one point read, and one write if it is older. */
  public boolean put(CommentItem comment) {
    return database
        .operations()
        .run(BlogOperation.UPDATE_PENDING_COMMENTS, call -> put(comment, call));
  }

  private boolean put(CommentItem comment, Call call) {
    String date = ItemDates.text(comment.toComment().creationDate());
    PendingItem mine = PendingItem.of(comment, buckets.of(date, call));
    ItemKey key = new ItemKey(mine.id(), mine.bucket());
    while (true) {
      Optional<Versioned<StoredItem>> found = listings.read(key, StoredItem.class, call);
      if (found.isEmpty()) {
        if (listings.create(mine, mine.bucket(), call).isDone()) {
          buckets.entryWritten(date, call);
          return true;
        }
        continue;
      }
      StoredItem there = found.get().item();
      if (ItemType.REMOVED_COPY.equals(there.type())) {
        return false;
      }
      PendingItem before = entry(there);
      PendingItem newest = before.newest(mine);
      if (newest.equals(before)
          || listings.replace(newest, key, found.get().etag(), call).isDone()) {
        return newest.equals(mine);
      }
    }
  }

  /**
   * Removes the entry of a comment after the decision on it: a point read and a write; if another
   * program has made the comment's date unreadable, in each bucket, after one query of the
   * listings.
   */
  public void remove(StoredItem comment) {
    database
        .operations()
        .execute(BlogOperation.UPDATE_PENDING_COMMENTS, call -> remove(comment, call));
  }

  private void remove(StoredItem comment, Call call) {
    long ttl = tombstoneSeconds(comment);
    eachEntry(
        comment,
        call,
        key -> {
          remove(key, ttl, call);
          return true;
        });
    if (comment.storedDate().isEmpty()) {
      // A late host that knows the date would create the entry.
      String id = idOf(comment);
      buckets
          .newestFirst(call)
          .forEach(day -> remove(new ItemKey(id, Listing.PENDING.bucket(day)), ttl, call));
    }
  }

  /**
   * Replaces the name in the entry of a pending comment: one patch, and a query as for a removal.
   * Returns whether an entry had a stale name.
   */
  boolean putName(StoredItem comment, VersionedName name, Call call) {
    return eachEntry(comment, call, key -> AuthorNames.putInCopy(listings, key, name, call)) > 0;
  }

  /** Passes the key that a comment's entry has to an action; returns how often it was true. */
  private int eachEntry(StoredItem comment, Call call, Predicate<ItemKey> action) {
    String id = idOf(comment);
    Optional<String> date = comment.storedDate();
    if (date.isPresent()) {
      return action.test(new ItemKey(id, buckets.of(date.get(), call))) ? 1 : 0;
    }
    Query query = Query.of(QueryTexts.EVERY_OF_ID, PAGE_SIZE).with("@id", id);
    return listings.each(
        query,
        StoredItem.class,
        call,
        found -> action.test(found.place(BlogContainer.LISTINGS).key()));
  }

  private static String idOf(StoredItem comment) {
    return PendingItem.idOf(comment.textOf("postId").orElse(""), comment.id());
  }

  /** The lifetime of a deleted comment's tombstone may be another host's setting. */
  private long tombstoneSeconds(StoredItem comment) {
    return Math.max(1, PostSummaries.tombstoneLeft(database, comment.expires()).toSeconds());
  }

  private void remove(ItemKey key, long ttl, Call call) {
    RemovedCopyItem tombstone = RemovedCopyItem.ofEntry(key.id(), key.partition(), ttl);
    while (true) {
      Optional<Versioned<StoredItem>> found = listings.read(key, StoredItem.class, call);
      boolean isRemoved =
          found.filter(there -> ItemType.REMOVED_COPY.equals(there.item().type())).isPresent();
      if (isRemoved || PostSummaries.replace(listings, key, found, tombstone, call) == DONE) {
        return;
      }
    }
  }

  private static PendingItem entry(StoredItem item) {
    if (!ItemType.PENDING_COMMENT.equals(item.type())) {
      throw new MalformedItemException(
          item.id(),
          "expected a pending comment, but found an item of type '%s'.".formatted(item.type()));
    }
    return item.pending();
  }
}
