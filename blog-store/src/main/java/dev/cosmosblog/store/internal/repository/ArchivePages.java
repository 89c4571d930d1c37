package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.ArchivedMonth;
import dev.cosmosblog.model.ArchivedPost;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.repository.ListQuery.Place;
import dev.cosmosblog.store.internal.repository.ListQuery.Slice;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads pages of the archive, bucket by bucket, the newest first. A page reads the list of buckets
 * at most once, when it needs it and the cached list lacks the month.
 */
public record ArchivePages(ItemContainer archive, ArchiveBuckets buckets) {
  // The maximum number of buckets without a published post that one page skips.
  private static final int MAX_EMPTY = 12;
  private static final char SEPARATOR = '\u0000';

  /** A bucket, and the place in it after which a page begins; empty for its first page. */
  private record Position(String bucket, Optional<Place> from) {
    static Position parse(String text, String month) {
      int separator = text.indexOf(SEPARATOR);
      String bucket = separator < 0 ? text : text.substring(0, separator);
      if (!ArchiveBuckets.isDay(bucket) || !bucket.startsWith(month)) {
        throw ContinuationTokens.altered();
      }
      return new Position(
          bucket,
          separator < 0
              ? Optional.empty()
              : Optional.of(Place.parse(text.substring(separator + 1))));
    }

    String text() {
      return from.map(place -> bucket + SEPARATOR + place.text()).orElse(bucket);
    }
  }

  /** Reads a page of the archive, or of a month of it. */
  public Page<ArchivedPost> page(@Nullable YearMonth of, PageRequest request, Call call) {
    String month = of == null ? "" : of.toString();
    ContinuationTokens tokens = new ContinuationTokens(BlogOperation.ARCHIVE, month);
    Optional<Position> next =
        Optional.ofNullable(request.from())
            .map(token -> Position.parse(tokens.unwrap(token), month));
    @Nullable List<String> all = null;
    if (next.isEmpty()) {
      String newest = of == null ? buckets.today() : of.atEndOfMonth().toString();
      all = buckets.newestFirstWith(newest, call);
      next = older(all, month, null);
    }
    List<ArchivedPost> found = List.of();
    for (int i = 0; i <= MAX_EMPTY && found.isEmpty() && next.isPresent(); i++) {
      String bucket = next.get().bucket();
      Slice<ArchivedPost> slice =
          ListQuery.archived(bucket).slice(archive, request.size(), next.get().from(), call);
      found = slice.values();
      if (slice.end().isPresent()) {
        next = slice.end().map(end -> new Position(bucket, Optional.of(end)));
      } else {
        all = all == null ? buckets.newestFirstWith(bucket, call) : all;
        next = older(all, month, bucket);
      }
    }
    return Page.of(found, next.map(Position::text).map(tokens::wrap).orElse(null));
  }

  /**
   * Returns the start of a month's newest bucket that is older than another, or of its newest
   * bucket.
   */
  private static Optional<Position> older(
      List<String> newestFirst, String month, @Nullable String than) {
    return newestFirst.stream()
        .filter(bucket -> bucket.startsWith(month))
        .filter(bucket -> than == null || bucket.compareTo(than) < 0)
        .findFirst()
        .map(bucket -> new Position(bucket, Optional.empty()));
  }

  /** Reads a page of months with their numbers of posts: one query for each bucket. */
  public Page<ArchivedMonth> months(PageRequest request, Call call) {
    ContinuationTokens tokens = new ContinuationTokens(BlogOperation.ARCHIVE_MONTHS, "");
    Optional<String> before = Optional.ofNullable(request.from()).map(tokens::unwrap);
    List<String> all = buckets.newestFirst(call);
    List<String> months =
        all.stream()
            .map(ArchiveBuckets::monthOf)
            .distinct()
            .filter(month -> before.isEmpty() || month.compareTo(before.get()) < 0)
            .limit(request.size() + 1L)
            .toList();
    boolean more = months.size() > request.size();
    List<String> asked = more ? months.subList(0, request.size()) : months;
    List<ArchivedMonth> counted = new ArrayList<>();
    for (String month : asked) {
      long posts =
          all.stream()
              .filter(bucket -> bucket.startsWith(month))
              .mapToLong(bucket -> buckets.count(bucket, call))
              .sum();
      if (posts > 0) {
        counted.add(new ArchivedMonth(YearMonth.parse(month), posts));
      }
    }
    return Page.of(counted, more ? tokens.wrap(asked.get(asked.size() - 1)) : null);
  }
}
