package dev.cosmosblog.store.internal.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ListingItem;
import dev.cosmosblog.model.item.PendingItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.internal.cosmos.Call;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.cosmos.ItemContainer;
import dev.cosmosblog.store.internal.item.ItemKey;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.repository.ListingEntries.Published;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The places in which the entries of a post or a pending comment are found. */
class ListingEntryPlacesTest {
  @RegisterExtension static final LocalCosmosExtension COSMOS = Backend.onePartition();

  private static final String DATE = "2026-11-05T12:00:00.000Z";
  private static final String OTHER_DATE = "2026-10-05T12:00:00.000Z";
  private static final String HERE = "2026-11-01";
  private static final String ELSEWHERE = "2026-10-01";
  private static final String IN_TAG = "tag~java";
  private static final VersionedName NAME = new VersionedName("New", 3);

  private final String name = COSMOS.freshName();
  private final DatabaseAccess database =
      BlogDatabase.builder()
          .client(COSMOS.client(), name)
          .listings()
          .build()
          .unwrap(DatabaseAccess.class);
  private final ItemContainer listings = database.listings().orElseThrow();
  private final ListingEntries entries =
      new Kernel(database).repositories(report -> {}).listings().orElseThrow();

  @BeforeEach
  void provision() {
    BlogDatabase.builder().client(COSMOS.client(), name).listings().build().provision();
    COSMOS.deletedAfterwards(COSMOS.client().getDatabase(name));
  }

  private <T> T call(Function<Call, T> work) {
    return database.operations().run(BlogOperation.WRITE_ENTRY, work);
  }

  private static PostSummaryItem post(String id) {
    return TestItems.post(id).by("ann", "Ann").userVersion(2).at(DATE).tags("java").summary();
  }

  /** Another program wrote the version of an erased user beside the name of a live one. */
  @Test
  void theNoteOfAnEntryDiffersIfOnlyTheNameBesideTheVersionOfAnErasedUserDoes() {
    PostSummaryItem ann = post("p").named(new VersionedName("Ann", VersionedName.LAST_VERSION));
    PostSummaryItem erased = post("p").named(new VersionedName("-", VersionedName.LAST_VERSION));

    String note = ListingEntries.note(erased).orElseThrow();

    assertThat(ListingEntries.note(ann)).isPresent().get().isNotEqualTo(note);
    assertThat(ListingEntries.differInNameOnly(ListingEntries.note(ann).orElseThrow(), note))
        .isTrue();
  }

  private void hasEntry(String post, String bucket) {
    call(call -> listings.create(ListingItem.of(post(post), bucket), bucket, call));
  }

  private void hasTags(String post) {
    call(call -> listings.create(TaggedPostItem.of(post(post)), TaggedPostItem.BUCKET, call));
  }

  private String typeOf(String post, String bucket) {
    return call(call -> listings.find(new ItemKey(post, bucket), StoredItem.class, call))
        .map(StoredItem::type)
        .orElse("none");
  }

  private static Published published(String post) {
    return new Published(PostId.of(post), Optional.of(DATE), List.of(Tag.of("java")));
  }

  private static Published withoutDate(String post) {
    return new Published(PostId.of(post), Optional.empty(), List.of());
  }

  private boolean remove(Published post) {
    return call(call -> entries.remove(post, Duration.ofHours(1), call));
  }

  private boolean putName(Published post) {
    return call(call -> entries.putName(post, NAME, call));
  }

  /** Each of the three places is enough. */
  private void findsAnEntryInEachPlace(BiPredicate<String, Published> action) {
    assertThat(action.test("none", published("none"))).isFalse();
    for (String place : List.of(HERE, ELSEWHERE, IN_TAG)) {
      hasEntry("in " + place, place);
      assertThat(action.test("in " + place, published("in " + place))).as(place).isTrue();
      assertThat(action.test("in " + place, published("in " + place))).as("again").isFalse();
    }
  }

  @Test
  @Invariant("I9")
  void aRemovalReportsWhetherThereWasAnEntry() {
    findsAnEntryInEachPlace((id, post) -> remove(post));

    assertThat(typeOf("in " + ELSEWHERE, ELSEWHERE)).isEqualTo("removedPost");
  }

  @Test
  @Invariant("I9")
  void aNewNameReportsWhetherAnEntryHadAStaleOne() {
    findsAnEntryInEachPlace((id, post) -> putName(post));
  }

  /** A late host may be about to write the entries. */
  @Test
  @Invariant("I9")
  void aRemovalLeavesATombstoneForEachTag() {
    remove(published("p1"));
    assertThat(typeOf("p1", IN_TAG)).as("a tag of the post").isEqualTo("removedPost");

    hasTags("p2");
    remove(withoutDate("p2"));
    assertThat(typeOf("p2", IN_TAG)).as("a stored tag").isEqualTo("removedPost");
    assertThat(typeOf("p2", HERE)).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(strings = {DATE, "soon"})
  @Invariant("I9")
  void aNewNameReportsWhetherAPendingCommentHadAStaleOne(String storedDate) {
    CommentItem comment =
        TestItems.comment("c1", "p1").by("ann", "Ann").userVersion(2).at(DATE).hidden().build();
    CommentItem patched = TestItems.comment("c1", "p1").by("ann", "Ann").at(storedDate).build();
    call(call -> database.posts().create(patched, "p1", call));
    ItemKey key = new ItemKey("c1", "p1");
    StoredItem stored =
        call(call -> database.posts().find(key, StoredItem.class, call)).orElseThrow();

    assertThat(putName(stored)).as("no entry").isFalse();
    call(call -> listings.create(PendingItem.of(comment, "pending"), "pending", call));
    assertThat(putName(stored)).isTrue();
    assertThat(putName(stored)).as("again").isFalse();
  }

  private boolean putName(StoredItem comment) {
    PendingComments pending = Objects.requireNonNull(PendingComments.of(database));
    return call(call -> pending.putName(comment, NAME, call));
  }

  private static PostSummaryItem dated(@Nullable String status, String date, long version) {
    return TestItems.post("p1")
        .by("ann", "Ann")
        .status(status, null)
        .at(date)
        .version(version)
        .summary();
  }

  /** Another program has changed the date. */
  @ParameterizedTest
  @CsvSource({
    "2026-10-05T12:00:00.000Z, , removedPost",
    "2026-11-06T12:00:00.000Z, , post",
    "2026-11-05T12:00:00.000Z, , post",
    "2026-10-05T12:00:00.000Z, draft, post"
  })
  @Invariant("I14")
  void theEntryInTheMonthOfAFormerDateIsRemoved(
      String date, @Nullable String formerStatus, String type) {
    hasEntry("p1", HERE);

    call(
        call -> {
          entries.removeMoved(dated(formerStatus, DATE, 0), dated(null, date, 1), call);
          return true;
        });

    assertThat(typeOf("p1", HERE)).isEqualTo(type);
  }

  /** Another program changed the date, and a faster host has written the entry in its bucket. */
  @Test
  @Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
  @Invariant("I9")
  void aLateHostFindsTheEntryOfAnotherDate() {
    PostItem post = TestItems.post("p1").by("ann", "Ann").at(OTHER_DATE).version(1).build();
    call(call -> database.posts().create(post, "p1", call));
    call(call -> listings.create(ListingItem.of(post.summary(), ELSEWHERE), ELSEWHERE, call));
    PostSummaryItem late = TestItems.post("p1").by("ann", "Ann").at(DATE).summary();

    boolean isPut = call(call -> entries.put(late, late.version(), call));
    assertThat(isPut).isFalse();
    assertThat(typeOf("p1", HERE)).isEqualTo("none");
    assertThat(typeOf("p1", ELSEWHERE)).isEqualTo("post");
  }

  @Test
  void theEntriesOfATagAndItsPostsAreCounted() {
    hasEntry("p1", IN_TAG);
    hasEntry("p2", IN_TAG);
    hasTags("p1");

    assertThat(entries.count("java", Optional.empty())).isEqualTo(2);
    assertThat(entries.countTagged("java")).isEqualTo(1);
    assertThat(entries.countTagged("other")).isZero();
  }
}
