package dev.cosmosblog.store.internal.repository;

import dev.cosmosblog.model.ArchivedMonth;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.ListedPost;
import dev.cosmosblog.model.ListedTag;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.ListQuery.Place;
import dev.cosmosblog.store.internal.repository.ListQuery.Slice;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.spi.Query;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads pages of listings, bucket by bucket, the newest first. A page reads the list of buckets at
 * most once, when it needs it and the cached list lacks the month.
 */
public record ListingPages(ItemContainer listings, BucketLists buckets) {
  // The maximum number of buckets without a published post that one page skips.
  private static final int MAX_EMPTY = 12;
  private static final char SEPARATOR = '\u0000';

  /** A bucket, and the place in it after which a page begins; empty for its first page. */
  private record Position(String firstDay, Optional<Place> from) {
    static Position parse(String text, String month) {
      int separator = text.indexOf(SEPARATOR);
      String firstDay = separator < 0 ? text : text.substring(0, separator);
      if (!Listing.isDay(firstDay) || !firstDay.startsWith(month)) {
        throw ContinuationTokens.altered();
      }
      return new Position(
          firstDay,
          separator < 0
              ? Optional.empty()
              : Optional.of(Place.parse(text.substring(separator + 1))));
    }

    String text() {
      return from.map(place -> firstDay + SEPARATOR + place.text()).orElse(firstDay);
    }
  }

  /** Reads a page of the archive, or of a month of it. */
  public Page<ListedPost> archive(@Nullable YearMonth of, PageRequest request, Call call) {
    String month = of == null ? "" : of.toString();
    String newest = of == null ? buckets.of(Listing.ARCHIVE).today() : of.atEndOfMonth().toString();
    ContinuationTokens tokens = new ContinuationTokens(BlogOperation.ARCHIVE, month);
    return page(Listing.ARCHIVE, ListQuery::entries, month, newest, tokens, request, call);
  }

  /** Reads a page of the posts with a tag. */
  public Page<ListedPost> postsByTag(Tag tag, PageRequest request, Call call) {
    Listing listing = new Listing(tag.value());
    ContinuationTokens tokens = new ContinuationTokens(BlogOperation.POSTS_BY_TAG, tag.value());
    String today = buckets.of(listing).today();
    return page(listing, ListQuery::entries, "", today, tokens, request, call);
  }

  /** Reads a page of the pending comments. */
  public Page<Comment> pendingComments(PageRequest request, Call call) {
    ContinuationTokens tokens = new ContinuationTokens(BlogOperation.PENDING_COMMENTS, "");
    String today = buckets.of(Listing.PENDING).today();
    return page(Listing.PENDING, ListQuery::pending, "", today, tokens, request, call);
  }

  private <T> Page<T> page(
      Listing listing,
      Function<String, ListQuery<?, T>> query,
      String month,
      String newest,
      ContinuationTokens tokens,
      PageRequest request,
      Call call) {
    ListingBuckets known = buckets.of(listing);
    Optional<Position> next =
        Optional.ofNullable(request.from())
            .map(token -> Position.parse(tokens.unwrap(token), month));
    @Nullable List<String> all = null;
    if (next.isEmpty()) {
      all = known.newestFirstWith(newest, call);
      next = older(all, month, null);
    }
    List<T> found = List.of();
    for (int i = 0; i <= MAX_EMPTY && found.isEmpty() && next.isPresent(); i++) {
      String firstDay = next.get().firstDay();
      Slice<T> slice =
          query
              .apply(listing.bucket(firstDay))
              .slice(listings, request.size(), next.get().from(), call);
      found = slice.values();
      if (slice.end().isPresent()) {
        next = slice.end().map(end -> new Position(firstDay, Optional.of(end)));
      } else {
        all = all == null ? known.newestFirstWith(firstDay, call) : all;
        next = older(all, month, firstDay);
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
        .filter(firstDay -> firstDay.startsWith(month))
        .filter(firstDay -> than == null || firstDay.compareTo(than) < 0)
        .findFirst()
        .map(firstDay -> new Position(firstDay, Optional.empty()));
  }

  /** Reads a page of months with their numbers of posts: one query for each bucket. */
  public Page<ArchivedMonth> months(PageRequest request, Call call) {
    ContinuationTokens tokens = new ContinuationTokens(BlogOperation.ARCHIVE_MONTHS, "");
    Optional<String> before = Optional.ofNullable(request.from()).map(tokens::unwrap);
    ListingBuckets archive = buckets.of(Listing.ARCHIVE);
    List<String> all = archive.newestFirst(call);
    List<String> months =
        all.stream()
            .map(Listing::monthOf)
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
              .mapToLong(bucket -> archive.count(bucket, call))
              .sum();
      if (posts > 0) {
        counted.add(new ArchivedMonth(YearMonth.parse(month), posts));
      }
    }
    return Page.of(counted, more ? tokens.wrap(asked.get(asked.size() - 1)) : null);
  }

  /** Reads a page of tags by name, with their numbers of posts: one query. */
  public Page<ListedTag> tags(PageRequest request, Call call) {
    ContinuationTokens tokens = new ContinuationTokens(BlogOperation.TAGS, "");
    String first = TaggedPostItem.idOfTag("");
    String after = Optional.ofNullable(request.from()).map(tokens::unwrap).orElse(first);
    Query query =
        Query.top(QueryTexts.LIST_OF_TAGS, request.size() + 1)
            .with("@bucket", TaggedPostItem.BUCKET)
            .with("@type", ItemType.TAG)
            .with("@after", after)
            .in(TaggedPostItem.BUCKET);
    List<StoredItem> found = listings.first(query, StoredItem.class, call);
    boolean more = found.size() > request.size();
    List<StoredItem> asked = more ? found.subList(0, request.size()) : found;
    List<ListedTag> tags = new ArrayList<>();
    for (StoredItem item : asked) {
      Optional<Tag> tag = TaggedPostItem.tagOf(item.id());
      long posts = item.numberOr0("posts");
      if (tag.isEmpty()) {
        call.leftOut(item.id());
      } else if (posts > 0) {
        tags.add(new ListedTag(tag.get(), posts));
      }
    }
    return Page.of(tags, more ? tokens.wrap(asked.get(asked.size() - 1).id()) : null);
  }
}
