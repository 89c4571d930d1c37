package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.spi.Query;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The buckets of a listing. One item lists the first days of all buckets that have had an entry. A
 * host adds a month to the archive before it writes the month's first entry, caches the list for
 * ten minutes, and reads it again if a month is missing.
 *
 * <p>A bucket is split a day or more ahead, so that every host knows the new bucket before a post
 * belongs there. A post's bucket never changes, because a published post's date doesn't change.
 */
public final class ListingBuckets {
  private static final Logger LOG = LoggerFactory.getLogger(ListingBuckets.class);

  /** The number of entries at which the rest of the month gets another bucket. */
  public static final int MAX_ENTRIES = 1_000_000;

  private static final Duration KNOWN_FOR = Duration.ofMinutes(10);
  private static final int DAYS_AHEAD = 2;
  // The fraction of the maximum after which a host adds its entries to the stored count.
  private static final int COUNTED_PARTS = 1_000;

  private final ItemContainer listings;
  private final Listing listing;
  private final ItemKey list;
  private final LongSupplier nanoTime;
  private final Clock clock;
  private final int maxEntries;
  private final AtomicReference<@Nullable Known> known = new AtomicReference<>();
  private final Map<String, Integer> written = new ConcurrentHashMap<>();

  private record Known(NavigableSet<String> firstDays, long at) {}

  public ListingBuckets(
      DatabaseAccess database, ItemContainer listings, Listing listing, int maxEntries) {
    this.listings = listings;
    this.listing = listing;
    this.list = listing.list().key();
    this.nanoTime = database.environment().timer().nanoTime();
    this.clock = database.environment().clock();
    this.maxEntries = maxEntries;
  }

  /** Reads the first days of all buckets, the newest first: one point read. */
  List<String> newestFirst(Call call) {
    long now = nanoTime.getAsLong();
    NavigableSet<String> all = listing.firstDays(listings.find(list, StoredItem.class, call));
    known.set(new Known(all, now));
    return List.copyOf(all.descendingSet());
  }

  /**
   * Returns the cached list if it has the bucket of a day. It may lack only other, new months,
   * because a split is known long before the bucket's first day.
   */
  List<String> newestFirstWith(String day, Call call) {
    return lately()
        .filter(days -> listing.firstDay(days, day).isPresent())
        .map(days -> List.copyOf(days.descendingSet()))
        .orElseGet(() -> newestFirst(call));
  }

  String today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).toString();
  }

  private Optional<NavigableSet<String>> lately() {
    Known last = known.get();
    return last != null && nanoTime.getAsLong() - last.at < KNOWN_FOR.toNanos()
        ? Optional.of(last.firstDays)
        : Optional.empty();
  }

  /**
   * Returns the bucket of a post by its stored creation date, and adds its month if it is missing.
   * Doesn't send a request if the cached list has the month.
   */
  public String of(String creationDate, Call call) {
    return listing.bucket(
        lately()
            .flatMap(days -> listing.firstDay(days, creationDate))
            .orElseGet(() -> read(creationDate, call)));
  }

  private String read(String creationDate, Call call) {
    String month = listing.defaultDay(creationDate);
    NavigableSet<String> days =
        change(list -> listing.isMonthly() && list.firstDays.add(month) ? list : null, call);
    return listing.firstDay(days, creationDate).orElse(month);
  }

  /**
   * The list as it is stored.
   *
   * @param counted the bucket whose entries were counted last, or empty
   * @param entries the number of entries that hosts have written there, except for those they
   *     haven't added yet
   */
  private record Listed(NavigableSet<String> firstDays, String counted, long entries) {}

  private Listed listed(Optional<StoredItem> list) {
    return new Listed(
        listing.firstDays(list),
        list.flatMap(stored -> stored.textOf("counted")).orElse(""),
        list.map(stored -> stored.properties().get("entries"))
            .filter(Number.class::isInstance)
            .map(stored -> ((Number) stored).longValue())
            .orElse(0L));
  }

  private Map<String, @Nullable Object> stored(Listed after, Optional<StoredItem> before) {
    Map<String, @Nullable Object> stored =
        before.map(StoredItem::written).orElseGet(() -> new HashMap<>(listing.newList()));
    stored.put("firstDays", List.copyOf(after.firstDays));
    stored.put("counted", after.counted);
    stored.put("entries", after.entries);
    return stored;
  }

  /** Changes the list, unless the change returns null, and returns the first days. */
  private NavigableSet<String> change(Function<Listed, @Nullable Listed> change, Call call) {
    while (true) {
      long now = nanoTime.getAsLong();
      Optional<Versioned<StoredItem>> found = listings.read(list, StoredItem.class, call);
      Listed before = listed(found.map(Versioned::item));
      Listed after = change.apply(before);
      if (after == null || write(after, found, call)) {
        known.set(new Known(before.firstDays, now));
        return before.firstDays;
      }
    }
  }

  private boolean write(Listed after, Optional<Versioned<StoredItem>> before, Call call) {
    Map<String, @Nullable Object> stored = stored(after, before.map(Versioned::item));
    return before.isEmpty()
        ? listings.create(stored, list.partition(), call).isDone()
        : listings.replace(stored, list, before.get().etag(), call).isDone();
  }

  /**
   * Counts an entry that this host wrote for a post of a date. After each thousandth of the
   * maximum, it adds them to the count of the last bucket in the list: one point read and one
   * write. If there are too many, posts from the day after tomorrow get a separate bucket, in the
   * archive up to the end of the month. A failure is ignored, and the entries are added after the
   * next thousandth.
   */
  void entryWritten(String creationDate, Call call) {
    String bucket =
        lately()
            .flatMap(days -> listing.firstDay(days, creationDate))
            .orElseGet(() -> listing.defaultDay(creationDate));
    int mine = written.merge(bucket, 1, Integer::sum);
    if (mine % Math.max(1, maxEntries / COUNTED_PARTS) != 0) {
      return;
    }
    written.merge(bucket, -mine, Integer::sum);
    String next = LocalDate.parse(today()).plusDays(DAYS_AHEAD).toString();
    if (listing.isMonthly() && !(isInMonthOf(bucket, today()) && isInMonthOf(bucket, next))) {
      return;
    }
    try {
      change(stored -> counted(stored, bucket, mine, next), call);
    } catch (StoreException e) {
      written.merge(bucket, mine, Integer::sum);
      LOG.debug("The entries of bucket {} are counted later", bucket, e);
    }
  }

  private static boolean isInMonthOf(String bucket, String day) {
    return Listing.monthOf(day).equals(Listing.monthOf(bucket));
  }

  /** Returns null if there is a later bucket, in the archive one of the month. */
  private @Nullable Listed counted(Listed stored, String bucket, int more, String next) {
    String last =
        listing.isMonthly()
            ? stored.firstDays.floor(Listing.monthOf(bucket) + "-31")
            : stored.firstDays.last();
    if (last != null && last.compareTo(bucket) > 0) {
      return null;
    }
    long entries = more + (bucket.equals(stored.counted) ? stored.entries : 0);
    if (entries > maxEntries) {
      stored.firstDays.addAll(List.of(bucket, next));
    }
    return new Listed(stored.firstDays, bucket, entries);
  }

  /** Counts the published posts of a bucket: one query there. */
  long count(String bucket, Call call) {
    Query query =
        Query.of(QueryTexts.COUNT_OF_BUCKET, 1)
            .with("@bucket", bucket)
            .with("@type", ItemType.POST)
            .in(bucket);
    return listings.first(query, Long.class, call).stream().mapToLong(Long::longValue).sum();
  }
}
