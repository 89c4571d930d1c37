package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The buckets of all listings. Thread-safe. */
public final class BucketLists {
  private static final int MAX_CACHED = 10_000;

  private final DatabaseAccess database;
  private final ItemContainer listings;
  private final Map<Listing, ListingBuckets> cached = new ConcurrentHashMap<>();

  public BucketLists(DatabaseAccess database, ItemContainer listings) {
    this.database = database;
    this.listings = listings;
  }

  ListingBuckets of(Listing listing) {
    if (cached.size() >= MAX_CACHED) {
      cached.clear();
    }
    return cached.computeIfAbsent(
        listing, one -> new ListingBuckets(database, listings, one, ListingBuckets.MAX_ENTRIES));
  }
}
