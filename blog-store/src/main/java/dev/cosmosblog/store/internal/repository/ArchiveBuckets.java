package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.cosmos.ItemContainer.Versioned;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.spi.Query;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The archive's buckets. Each is a logical partition with the name of its first day: one for each
 * month (UTC), and more for a month with very many posts. One item lists the first days of all
 * buckets that have had an entry. A host adds a month before it writes the month's first entry,
 * caches the list for ten minutes, and reads it again if a month is missing.
 *
 * <p>A bucket is split a day or more ahead, so that every host knows the new bucket before a post
 * belongs there. A post's bucket never changes, because a published post's date doesn't change.
 */
public final class ArchiveBuckets {
  private static final Logger LOG = LoggerFactory.getLogger(ArchiveBuckets.class);

  /** The number of entries at which the rest of the month gets another bucket. */
  public static final int MAX_ENTRIES = 1_000_000;

  /** The place of the list of buckets. */
  public static final ItemKey LIST = ItemPlace.ofArchiveBuckets().key();

  private static final Duration KNOWN_FOR = Duration.ofMinutes(10);
  private static final int DAYS_AHEAD = 2;
  // The fraction of the maximum after which a host adds its entries to the stored count.
  private static final int COUNTED_PARTS = 1_000;
  private static final int DAY_LENGTH = "2026-11-01".length();
  private static final int MONTH_LENGTH = "2026-11".length();

  private final ItemContainer archive;
  private final LongSupplier nanoTime;
  private final Clock clock;
  private final int maxEntries;
  private final AtomicReference<@Nullable Known> known = new AtomicReference<>();
  private final Map<String, Integer> written = new ConcurrentHashMap<>();

  private record Known(NavigableSet<String> firstDays, long at) {}

  public ArchiveBuckets(DatabaseAccess database, ItemContainer archive) {
    this(database, archive, MAX_ENTRIES);
  }

  public ArchiveBuckets(DatabaseAccess database, ItemContainer archive, int maxEntries) {
    this.archive = archive;
    this.nanoTime = database.environment().timer().nanoTime();
    this.clock = database.environment().clock();
    this.maxEntries = maxEntries;
  }

  /** Reads the first days of all buckets, the newest first: one point read. */
  List<String> newestFirst(Call call) {
    long now = nanoTime.getAsLong();
    NavigableSet<String> all =
        archive
            .find(LIST, StoredItem.class, call)
            .map(ArchiveBuckets::firstDays)
            .orElseGet(TreeSet::new);
    known.set(new Known(all, now));
    return List.copyOf(all.descendingSet());
  }

  /**
   * Returns the cached list if it has the month of a day. It may lack only other, new months,
   * because a split is known long before the bucket's first day.
   */
  List<String> newestFirstWith(String day, Call call) {
    return lately()
        .filter(days -> bucket(days, day).isPresent())
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
    String day = creationDate.substring(0, DAY_LENGTH);
    String month = day.substring(0, MONTH_LENGTH) + "-01";
    return lately()
        .flatMap(days -> bucket(days, day))
        .orElseGet(() -> bucket(add(month, call), day).orElse(month));
  }

  private static Optional<String> bucket(NavigableSet<String> firstDays, String day) {
    return Optional.ofNullable(firstDays.floor(day))
        .filter(first -> first.startsWith(day.substring(0, MONTH_LENGTH)));
  }

  /**
   * Returns the bucket of a stored creation date by the given list, which may be missing; defaults
   * to the first day of the month.
   */
  public static String of(Optional<StoredItem> list, String creationDate) {
    return listed(list, creationDate)
        .orElseGet(() -> creationDate.substring(0, MONTH_LENGTH) + "-01");
  }

  /** Returns the bucket of a stored creation date, or empty if the list lacks its month. */
  public static Optional<String> listed(Optional<StoredItem> list, String creationDate) {
    return list.map(ArchiveBuckets::firstDays)
        .flatMap(days -> bucket(days, creationDate.substring(0, DAY_LENGTH)));
  }

  /**
   * The list as it is stored.
   *
   * @param counted the bucket whose entries were counted last, or empty
   * @param entries the number of entries that hosts have written there, except for those they
   *     haven't added yet
   */
  private record Listed(NavigableSet<String> firstDays, String counted, long entries) {
    static Listed of(Optional<Versioned<StoredItem>> found) {
      Optional<StoredItem> list = found.map(Versioned::item);
      return new Listed(
          list.map(ArchiveBuckets::firstDays).orElseGet(TreeSet::new),
          list.flatMap(stored -> stored.textOf("counted")).orElse(""),
          list.map(stored -> stored.properties().get("entries"))
              .filter(Number.class::isInstance)
              .map(stored -> ((Number) stored).longValue())
              .orElse(0L));
    }

    Map<String, Object> stored() {
      return Map.of(
          "id",
          LIST.id(),
          "bucket",
          LIST.partition(),
          "type",
          ItemType.ARCHIVE_BUCKETS,
          "firstDays",
          List.copyOf(firstDays),
          "counted",
          counted,
          "entries",
          entries);
    }
  }

  /** Adds a bucket if it is missing, and returns all: one point read, and a write if it is. */
  private NavigableSet<String> add(String firstDay, Call call) {
    return change(list -> list.firstDays.add(firstDay) ? list : null, call);
  }

  /** Changes the list, unless the change returns null, and returns the first days. */
  private NavigableSet<String> change(Function<Listed, @Nullable Listed> change, Call call) {
    while (true) {
      long now = nanoTime.getAsLong();
      Optional<Versioned<StoredItem>> found = archive.read(LIST, StoredItem.class, call);
      Listed before = Listed.of(found);
      Listed after = change.apply(before);
      if (after == null || write(after, found, call)) {
        known.set(new Known(before.firstDays, now));
        return before.firstDays;
      }
    }
  }

  private boolean write(Listed list, Optional<Versioned<StoredItem>> before, Call call) {
    return before.isEmpty()
        ? archive.create(list.stored(), LIST.partition(), call).isDone()
        : archive.replace(list.stored(), LIST, before.get().etag(), call).isDone();
  }

  private static NavigableSet<String> firstDays(StoredItem list) {
    NavigableSet<String> days = new TreeSet<>();
    if (list.properties().get("firstDays") instanceof List<?> stored) {
      stored.stream().map(String::valueOf).filter(ArchiveBuckets::isDay).forEach(days::add);
    }
    return days;
  }

  static boolean isDay(String text) {
    try {
      return text.length() == DAY_LENGTH && LocalDate.parse(text).toString().equals(text);
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  static String monthOf(String bucket) {
    return bucket.substring(0, MONTH_LENGTH);
  }

  /**
   * Counts an entry that this host wrote. After each thousandth of the maximum, it adds them to the
   * count of this month's last bucket in the list: one point read and one write. If there are too
   * many, the rest of the month from the day after tomorrow gets a separate bucket. A failure is
   * ignored, and the entries are added after the next thousandth.
   */
  void entryWritten(String bucket, Call call) {
    int mine = written.merge(bucket, 1, Integer::sum);
    if (mine % Math.max(1, maxEntries / COUNTED_PARTS) != 0) {
      return;
    }
    written.merge(bucket, -mine, Integer::sum);
    String next = LocalDate.parse(today()).plusDays(DAYS_AHEAD).toString();
    if (!monthOf(today()).equals(monthOf(bucket)) || !monthOf(next).equals(monthOf(bucket))) {
      return;
    }
    try {
      change(list -> counted(list, bucket, mine, next), call);
    } catch (StoreException e) {
      written.merge(bucket, mine, Integer::sum);
      LOG.debug("The entries of bucket {} are counted later", bucket, e);
    }
  }

  /** Returns null if the month has a later bucket. */
  private @Nullable Listed counted(Listed list, String bucket, int more, String next) {
    String last = list.firstDays.floor(monthOf(bucket) + "-31");
    if (last != null && last.compareTo(bucket) > 0) {
      return null;
    }
    long entries = more + (bucket.equals(list.counted) ? list.entries : 0);
    if (entries > maxEntries) {
      list.firstDays.addAll(List.of(bucket, next));
    }
    return new Listed(list.firstDays, bucket, entries);
  }

  /** Counts the published posts of a bucket: one query there. */
  long count(String bucket, Call call) {
    Query query =
        Query.of(QueryTexts.COUNT_OF_ARCHIVE, 1)
            .with("@bucket", bucket)
            .with("@type", ItemType.POST)
            .in(bucket);
    return archive.first(query, Long.class, call).stream().mapToLong(Long::longValue).sum();
  }
}
