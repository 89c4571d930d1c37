package dev.cosmosblog.store.internal.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.spy;

import dev.cosmosblog.model.ArchivedMonth;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.ListedPost;
import dev.cosmosblog.model.ListedTag;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.item.ListingItem;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.ItemPlace;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.schema.PropertyPaths;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.spi.PatchOperations;
import dev.cosmosblog.store.spi.RetryTimer;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which bucket an entry belongs to, and when a month gets another one. */
class ListingBucketsTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = Backend.onePartition();

  private static final int MOST = 20;
  private static final String NOW = "2026-11-05T12:00:00Z";

  private final String name = COSMOS.freshName();

  @BeforeEach
  void provision() {
    BlogDatabase.builder().client(COSMOS.client(), name).listings().build().provision();
    COSMOS.deletedAfterwards(COSMOS.client().getDatabase(name));
  }

  /** A host's list of buckets, of 20 entries at most. */
  private ListingBuckets buckets(String now) {
    return buckets(Listing.ARCHIVE, now);
  }

  private ListingBuckets buckets(Listing listing, String now) {
    DatabaseAccess database = access(now);
    return new ListingBuckets(database, listings(database), listing, MOST);
  }

  private ListingPages pages() {
    DatabaseAccess database = access(NOW);
    return new ListingPages(listings(database), new BucketLists(database, listings(database)));
  }

  private static ItemContainer listings(DatabaseAccess database) {
    return database.listings().orElseThrow();
  }

  private DatabaseAccess access(String now) {
    return BlogDatabase.builder()
        .client(COSMOS.client(), name)
        .listings()
        .clock(Clock.fixed(Instant.parse(now), ZoneOffset.UTC))
        .build()
        .unwrap(DatabaseAccess.class);
  }

  private <T> T call(Function<Call, T> work) {
    return access("2026-11-05T12:00:00Z").operations().run(BlogOperation.WRITE_ENTRY, work);
  }

  private String bucket(ListingBuckets buckets, String date) {
    return call(call -> buckets.of(date, call));
  }

  private List<String> listed(ListingBuckets buckets) {
    return call(buckets::newestFirst);
  }

  private void write(ListingBuckets buckets, String date, int count) {
    ItemContainer listings = listings(access(date));
    call(
        call -> {
          String bucket = buckets.of(date, call);
          for (int i = 0; i < count; i++) {
            var post = TestItems.post(date + i).by("ann", "Ann").at(date).summary();
            listings.create(ListingItem.of(post, bucket), bucket, call);
            buckets.entryWritten(date, call);
          }
          return bucket;
        });
  }

  @Test
  void aMonthIsListedBeforeItsFirstEntryAndThenCached() {
    ListingBuckets buckets = buckets("2026-11-05T12:00:00Z");
    assertThat(bucket(buckets, "2026-11-05T12:00:00.000Z")).isEqualTo("2026-11-01");
    assertThat(bucket(buckets, "2024-02-29T12:00:00.000Z")).isEqualTo("2024-02-01");
    int requests =
        call(
            call -> {
              buckets.of("2026-11-30T23:59:59.999Z", call);
              return call.requests();
            });
    assertThat(requests).isZero();
    assertThat(listed(buckets)).containsExactly("2026-11-01", "2024-02-01");
  }

  /** Another program may write anything into the list. */
  @Test
  void onlyADayInTheFormatOfTheLibraryIsABucket() {
    assertThat(Listing.isDay("2026-11-01")).isTrue();
    assertThat(List.of("-2026-11-01", "2026-11-31", "2026-11", "2026-11-1x"))
        .noneMatch(Listing::isDay);
  }

  @Test
  void aPostIsInTheArchiveAndInTheListsOfItsTags() {
    assertThat(Listing.ARCHIVE.includes(List.of())).isTrue();
    assertThat(JAVA.includes(List.of(Tag.of("cosmos-db"), Tag.of("java")))).isTrue();
    assertThat(JAVA.includes(List.of(Tag.of("cosmos-db")))).isFalse();
    assertThat(Listing.ARCHIVE.bucket(Optional.empty(), "2026-11-05T12:00:00.000Z"))
        .isEqualTo("2026-11-01");
  }

  @Test
  void readersFindAnEntryByTheStoredList() {
    TestItems.PostBuilder post = TestItems.post("p1").by("ann", "Ann").at(NOW);
    ListingItem shown = ListingItem.of(post.summary(), "2026-11-01");
    ListingItem hidden = ListingItem.of(post.status("hidden", null).summary(), "2026-11-01");
    Optional<StoredItem> months =
        Optional.of(StoredItem.of(Map.of("firstDays", List.of("2026-11-01"))));
    Optional<StoredItem> tag = Optional.of(StoredItem.of(Map.of("type", "tag")));

    assertThat(Listing.ARCHIVE.lists(shown, months)).isTrue();
    assertThat(Listing.ARCHIVE.lists(shown, Optional.empty())).isFalse();
    assertThat(JAVA.lists(shown, tag)).isTrue();
    assertThat(JAVA.lists(shown, months)).as("an item that isn't a tag").isFalse();
    assertThat(JAVA.lists(hidden, Optional.empty())).isTrue();
  }

  @Test
  void theRestOfALargeMonthGetsASeparateBucket() {
    ListingBuckets buckets = buckets("2026-11-05T12:00:00Z");
    write(buckets, "2026-11-05T11:00:00.000Z", MOST);
    assertThat(listed(buckets)).as("a full bucket").containsExactly("2026-11-01");

    write(buckets, "2026-11-05T11:00:01.000Z", MOST / 10);
    write(buckets, "2026-11-05T11:00:02.000Z", MOST / 10);
    assertThat(listed(buckets)).containsExactly("2026-11-07", "2026-11-01");
    ListingBuckets other = buckets("2026-11-06T12:00:00Z");
    assertThat(bucket(other, "2026-11-06T23:59:59.999Z")).isEqualTo("2026-11-01");
    assertThat(bucket(other, "2026-11-07T00:00:00.000Z")).isEqualTo("2026-11-07");
    assertThat(bucket(other, "2026-12-01T00:00:00.000Z")).isEqualTo("2026-12-01");
  }

  @Test
  void neitherAnOldMonthNorTheLastDayOfAMonthIsSplit() {
    write(buckets("2026-11-29T12:00:00Z"), "2026-11-29T11:00:00.000Z", MOST + 4);
    write(buckets("2026-11-15T12:00:00Z"), "2026-10-29T11:00:00.000Z", MOST + 4);

    assertThat(listed(buckets("2026-11-05T12:00:00Z")))
        .isEqualTo(List.of("2026-11-01", "2026-10-01"));
  }

  /** Returns the ids on a page of the listings, and how many requests it took. */
  private static String page(ListingPages pages, @Nullable YearMonth month, Call call) {
    int before = call.requests();
    Page<ListedPost> page = pages.archive(month, PageRequest.first(20), call);
    List<String> ids = page.items().stream().map(post -> post.id().value()).toList();
    return ids + " in " + (call.requests() - before);
  }

  private String page(ListingPages pages, @Nullable YearMonth month) {
    return call(call -> page(pages, month, call));
  }

  @Test
  void aPageReadsTheListOfMonthsOnce() {
    ListingBuckets writer = buckets(NOW);
    for (String month : List.of("10", "09", "08")) {
      bucket(writer, "2026-" + month + "-05T12:00:00.000Z");
    }
    ListingPages pages = pages();

    assertThat(page(pages, null)).as("the list, and three months").isEqualTo("[] in 4");
  }

  @Test
  void firstAndLastPagesOfAMonthReadTheListOnceInTenMinutes() {
    write(buckets(NOW), "2026-10-05T12:00:00.000Z", 1);
    write(buckets(NOW), "2026-11-05T11:00:00.000Z", 1);
    ListingPages pages = pages();
    String october = "[2026-10-05T12:00:00.000Z0]";
    YearMonth month = YearMonth.of(2026, 10);

    assertThat(page(pages, month)).isEqualTo(october + " in 2");
    assertThat(page(pages, month)).isEqualTo(october + " in 1");
    assertThat(page(pages, null)).isEqualTo("[2026-11-05T11:00:00.000Z0] in 1");
    assertThat(page(pages, YearMonth.of(2026, 9))).as("an empty month").isEqualTo("[] in 1");
  }

  @Test
  void aTokenOfAnotherMonthOrWithoutADayIsRefused() {
    ListingPages pages = pages();
    ContinuationTokens tokens = new ContinuationTokens(BlogOperation.ARCHIVE, "2026-11");
    for (String position : List.of("2026-10-01", "2026-11-31", "nonsense", "")) {
      PageRequest next = PageRequest.first(20).after(tokens.wrap(position));
      assertThatThrownBy(() -> call(call -> pages.archive(YearMonth.of(2026, 11), next, call)))
          .as(position)
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("altered");
    }
  }

  @Test
  void theListIsReadAgainAfterTenMinutes() {
    AtomicLong nanos = new AtomicLong();
    RetryTimer timer = new RetryTimer(nanos::get, () -> 0, time -> {});
    DatabaseAccess database = spy(access(NOW));
    doReturn(database.environment().with(timer)).when(database).environment();
    ListingBuckets known = new ListingBuckets(database, listings(database), Listing.ARCHIVE, MOST);
    String late = "2026-11-08T12:00:00.000Z";
    assertThat(bucket(known, late)).isEqualTo("2026-11-01");

    write(buckets(NOW), "2026-11-05T11:00:00.000Z", MOST + 2);
    nanos.addAndGet(Duration.ofMinutes(10).toNanos() - 1);
    assertThat(bucket(known, late)).as("as it was read").isEqualTo("2026-11-01");

    nanos.addAndGet(1);
    assertThat(bucket(known, late)).isEqualTo("2026-11-07");
  }

  @Test
  void entriesOfAnEarlierBucketAreNotCounted() {
    write(buckets(NOW), "2026-11-05T11:00:00.000Z", MOST + 2);
    write(buckets("2026-11-08T12:00:00Z"), "2026-11-08T11:00:00.000Z", MOST);

    write(buckets("2026-11-08T12:00:00Z"), "2026-11-05T11:30:00.000Z", MOST + 2);
    assertThat(listed(buckets(NOW))).containsExactly("2026-11-07", "2026-11-01");

    write(buckets("2026-11-08T12:00:00Z"), "2026-11-08T11:30:00.000Z", 2);
    assertThat(listed(buckets(NOW))).containsExactly("2026-11-10", "2026-11-07", "2026-11-01");
  }

  private static final Listing JAVA = new Listing("java");

  private Optional<StoredItem> tag() {
    return call(call -> listings(access(NOW)).find(JAVA.list().key(), StoredItem.class, call));
  }

  @Test
  void aTagHasOneBucketUntilItIsLarge() {
    ListingBuckets buckets = buckets(JAVA, NOW);
    String november = "2026-11-05T11:00:00.000Z";
    assertThat(bucket(buckets, "2026-10-31T11:00:00.000Z")).isEqualTo("tag~java");
    assertThat(bucket(buckets, november)).isEqualTo("tag~java");
    assertThat(tag()).as("a list for a read").isEmpty();
    write(buckets, november, 1);
    ItemContainer listings = listings(access(NOW));
    call(
        call ->
            listings.patch(
                JAVA.list().key(),
                PatchOperations.create().set(PropertyPaths.POSTS, 7),
                null,
                null,
                call));

    write(buckets, "2026-11-05T11:00:01.000Z", MOST);

    assertThat(listed(buckets)).containsExactly("2026-11-07", "0000-01-01");
    assertThat(tag().orElseThrow().numberOr0("posts")).as("the number of posts").isEqualTo(7);
    assertThat(tag().orElseThrow().type()).isEqualTo("tag");
    ListingBuckets other = buckets(JAVA, NOW);
    assertThat(bucket(other, "2026-11-06T23:59:59.999Z")).isEqualTo("tag~java");
    assertThat(bucket(other, "2026-11-07T00:00:00.000Z")).isEqualTo("tag~java~2026-11-07");
    assertThat(bucket(other, "2027-02-01T00:00:00.000Z")).isEqualTo("tag~java~2026-11-07");
  }

  @Test
  void pagesOfATagContinueInItsEarlierBucket() {
    write(buckets(JAVA, NOW), "2026-11-05T11:00:00.000Z", MOST + 2);
    write(buckets(JAVA, "2026-11-08T12:00:00Z"), "2026-11-08T11:00:00.000Z", 2);
    ListingPages pages = pages();
    List<String> found = new ArrayList<>();
    PageRequest next = PageRequest.first(5);
    for (int requests = 0; requests < 20; requests++) {
      PageRequest request = next;
      Page<ListedPost> page = call(call -> pages.postsByTag(Tag.of("java"), request, call));
      page.items().forEach(post -> found.add(post.id().value()));
      if (page.next().isEmpty()) {
        break;
      }
      next = PageRequest.first(5).after(page.next().get());
    }
    assertThat(found).hasSize(MOST + 4).doesNotHaveDuplicates();
    assertThat(found.get(0)).startsWith("2026-11-08");
    assertThat(found.get(2)).startsWith("2026-11-05");
  }

  @Test
  void aTokenWithoutADayOfATagIsRefused() {
    ListingPages pages = pages();
    ContinuationTokens tokens = new ContinuationTokens(BlogOperation.POSTS_BY_TAG, "java");
    for (String position : List.of("2026-11-31", "nonsense", "", "tag~java")) {
      PageRequest next = PageRequest.first(20).after(tokens.wrap(position));
      assertThatThrownBy(() -> call(call -> pages.postsByTag(Tag.of("java"), next, call)))
          .as(position)
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("altered");
    }
  }

  @Test
  void theCountOfANewMonthBeginsAnew() {
    write(buckets("2026-10-05T12:00:00Z"), "2026-10-05T11:00:00.000Z", MOST);
    write(buckets(NOW), "2026-11-05T11:00:00.000Z", MOST);

    assertThat(listed(buckets(NOW))).containsExactly("2026-11-01", "2026-10-01");
  }

  @Test
  void theEntriesOfSeveralHostsAreCountedTogether() {
    for (int i = 0; i < 3; i++) {
      assertThat(listed(buckets(NOW))).hasSizeLessThan(2);
      write(buckets(NOW), "2026-11-05T11:00:0%d.000Z".formatted(i), MOST / 3 + 1);
    }

    assertThat(listed(buckets(NOW))).containsExactly("2026-11-07", "2026-11-01");
  }

  @Test
  void aMissingContainerIsReportedWithTheSettingAndTheCallThatCreatesIt() {
    BlogStore store =
        BlogStore.on(
            BlogDatabase.builder().client(COSMOS.client(), name).listings("missing").build());
    for (ThrowingCallable list :
        List.<ThrowingCallable>of(
            () -> store.tags(PageRequest.first(5)),
            () -> store.postsByTag(Tag.of("java"), PageRequest.first(5)),
            () -> store.pendingComments(PageRequest.first(5)))) {
      assertThatThrownBy(list)
          .isInstanceOf(SchemaMissingException.class)
          .hasMessageContainingAll(
              "BlogDatabaseBuilder.listings()", "provision it with BlogSchema", "in missing");
    }
  }

  @Test
  void countingTakesTwoRequestsAndItsFailureIsHarmless() {
    DatabaseAccess missing =
        BlogDatabase.builder()
            .client(COSMOS.client(), name)
            .listings("later")
            .clock(Clock.fixed(Instant.parse(NOW), ZoneOffset.UTC))
            .build()
            .unwrap(DatabaseAccess.class);
    ListingBuckets buckets = new ListingBuckets(missing, listings(missing), Listing.ARCHIVE, MOST);
    for (int i = 0; i < MOST; i++) {
      call(call -> entryWritten(buckets, call));
    }

    BlogDatabase.builder()
        .client(COSMOS.client(), name)
        .listings("later")
        .build()
        .schema()
        .changeSettings()
        .provision();
    assertThat(call(call -> entryWritten(buckets, call)).requests()).isEqualTo(2);

    assertThat(listed(buckets)).containsExactly("2026-11-07", "2026-11-01");
  }

  private static Call entryWritten(ListingBuckets buckets, Call call) {
    buckets.entryWritten("2026-11-01", call);
    return call;
  }

  @Test
  void thePlacesOfAtMostTenThousandTagsAreCached() {
    DatabaseAccess database = access(NOW);
    BucketLists lists = new BucketLists(database, listings(database));
    ListingBuckets java = lists.of(JAVA);
    for (int i = 1; i < 9_999; i++) {
      lists.of(new Listing("tag-" + i));
    }
    assertThat(lists.of(JAVA)).isSameAs(java);

    lists.of(new Listing("the-last"));
    assertThat(lists.of(JAVA)).isNotSameAs(java);
  }

  /** A host has stored other tags since a repair read them. */
  @Test
  @Invariant("I14")
  void tagsThatHaveChangedSinceTheyWereReadAreNotRemoved() {
    ItemContainer listings = listings(access(NOW));
    ItemKey key = ItemPlace.ofTagsOf("p1").key();
    var post = TestItems.post("p1").by("ann", "Ann").at(NOW).tags("java").summary();
    call(call -> listings.create(TaggedPosts.newTag("java"), key.partition(), call));
    call(call -> listings.create(TaggedPostItem.of(post), key.partition(), call));
    StoredItem seen = tagsOf(listings, key).orElseThrow();
    PatchOperations change = PatchOperations.create().set(PropertyPaths.VERSION, 9);
    call(call -> listings.patch(key, change, null, null, call));
    ListingEntries entries =
        new Kernel(access(NOW)).repositories(report -> {}).listings().orElseThrow();

    assertThat(entries.removeTags(seen)).isFalse();
    assertThat(tag().orElseThrow().numberOr0("posts")).isZero();

    assertThat(entries.removeTags(tagsOf(listings, key).orElseThrow())).isTrue();
    assertThat(tagsOf(listings, key)).isEmpty();
    assertThat(tag().orElseThrow().numberOr0("posts")).isEqualTo(-1);
  }

  /** Returns the items of all pages of a size. */
  private <T> List<List<T>> all(int size, BiFunction<PageRequest, Call, Page<T>> list) {
    List<List<T>> pages = new ArrayList<>();
    Optional<ContinuationToken> next = Optional.empty();
    do {
      PageRequest first = PageRequest.first(size);
      PageRequest request = next.map(first::after).orElse(first);
      Page<T> page = call(call -> list.apply(request, call));
      pages.add(page.items());
      next = page.next();
    } while (next.isPresent());
    return pages;
  }

  @Test
  void pagesOfMonthsSkipThoseWithoutAPost() {
    write(buckets(NOW), "2026-11-05T11:00:00.000Z", 2);
    bucket(buckets(NOW), "2026-10-05T11:00:00.000Z");
    write(buckets(NOW), "2026-09-05T11:00:00.000Z", 1);
    ArchivedMonth november = new ArchivedMonth(YearMonth.of(2026, 11), 2);
    ArchivedMonth september = new ArchivedMonth(YearMonth.of(2026, 9), 1);
    ListingPages pages = pages();

    assertThat(all(3, pages::months)).containsExactly(List.of(november, september));
    assertThat(all(1, pages::months))
        .containsExactly(List.of(november), List.of(), List.of(september));
  }

  @Test
  void pagesOfTagsSkipThoseWithoutAPost() {
    ItemContainer listings = listings(access(NOW));
    Map.of("tag~No!", 1, "tag~a", 2, "tag~b", 0, "tag~c", 1)
        .forEach(
            (id, posts) ->
                call(
                    call ->
                        listings.create(
                            Map.of("id", id, "bucket", "tags", "type", "tag", "posts", posts),
                            "tags",
                            call)));
    ListedTag a = new ListedTag(Tag.of("a"), 2);
    ListedTag c = new ListedTag(Tag.of("c"), 1);
    ListingPages pages = pages();

    assertThat(all(4, pages::tags)).containsExactly(List.of(a, c));
    assertThat(all(1, pages::tags)).containsExactly(List.of(), List.of(a), List.of(), List.of(c));
  }

  private Optional<StoredItem> tagsOf(ItemContainer listings, ItemKey key) {
    return call(call -> listings.find(key, StoredItem.class, call));
  }
}
