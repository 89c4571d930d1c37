package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.changefeed.view.PostChange;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.FrontPageItem;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Posts that another program patched after they were published and copied. */
class PatchedPostsContractTest {
  private static final UserId ANN = UserId.of("ann");
  private static final UserId BEN = UserId.of("ben");
  private static final PostId POST = PostId.of("post");

  /** The name that an erasure must not leave anywhere. */
  private static final String NAME = "Personal-name";

  /** A version that no user has, and that is later than the milliseconds of any clock. */
  private static final long LATER = 1L << 50;

  /** A version that is later than that of an erased user. */
  private static final long LATEST = 1L << 53;

  @RegisterExtension static final LocalCosmosExtension cosmos = Backend.onePartition();

  private TestBlog blog;
  private BlogDatabase database;
  private BlogStore store;
  private SteppedChangeFeed changeFeed;

  @BeforeEach
  void aPublishedPostWithCopies() {
    blog = TestBlog.on(cosmos);
    database = TestBlog.changed(blog.databaseBuilder().listings());
    store = BlogStore.on(database);
    changeFeed = TestBlog.changeFeed(database).buildStepped();
    blog.createUser(ANN, NAME);
    blog.createUser(BEN, "Ben");
    store.createPost(CreatePost.of(ANN, "Title", "Content").withId(POST));
    store.createComment(CreateComment.of(POST, BEN, "A comment"));
    store.likePost(LikePost.of(POST, BEN));
    changeFeed.drain();
    assertThat(blog.frontPage()).containsExactly(POST);
    assertThat(copies("listings")).hasSize(1);
  }

  private List<JsonNode> copies(String container) {
    return blog.items(container, "SELECT * FROM c WHERE c.type IN ('post', 'unpublishedPost')");
  }

  private void patch(String property, Object value) {
    CosmosPatchOperations patch = CosmosPatchOperations.create().set("/" + property, value);
    blog.patch("posts", POST.value(), POST.value(), patch);
  }

  private void patch(String property, Object value, boolean isSeen) {
    patch(property, value);
    if (isSeen) {
      changeFeed.drain();
    }
  }

  static Stream<Arguments> damage() {
    Map<String, Object> values =
        Map.ofEntries(
            Map.entry("status", "archived"),
            Map.entry("creationDate", "soon"),
            Map.entry("version", "three"),
            Map.entry("commentCount", "many"),
            Map.entry("likeCount", List.of()),
            Map.entry("title", Map.of("de", "Titel")),
            Map.entry("content", List.of("Content")),
            Map.entry("editVersion", "first"),
            Map.entry("userVersion", "second"),
            Map.entry("publishAt", Map.of()),
            Map.entry("updatedAt", List.of()),
            Map.entry("properties", "none"));
    return values.entrySet().stream()
        .flatMap(
            entry ->
                Stream.of(true, false)
                    .map(seen -> Arguments.of(entry.getKey(), entry.getValue(), seen)));
  }

  @ParameterizedTest(name = "{0}, seen by the change feed: {2}")
  @MethodSource("damage")
  @Invariant("I9")
  void aDeletionLeavesNothing(String property, Object value, boolean isSeen) {
    patch(property, value, isSeen);

    assertThat(store.deletePost(POST).alreadyDone()).isFalse();
    changeFeed.drain();

    assertThat(copies("users")).isEmpty();
    assertThat(copies("listings")).isEmpty();
    assertThat(blog.frontPage()).isEmpty();
    assertThat(blog.items("posts", "SELECT * FROM c"))
        .singleElement()
        .satisfies(tombstone -> assertThat(tombstone.path("deleted").asBoolean()).isTrue());
    assertThat(store.deletePost(POST).alreadyDone()).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"creationDate", "version", "title", "status"})
  @Invariant("I15")
  void aViewIsToldOfTheDeletion(String property) {
    List<PostChange> seen = new ArrayList<>();
    SteppedChangeFeed withView =
        TestBlog.changeFeed(database).view("seen", seen::addAll).buildStepped();
    withView.drain();
    seen.clear();
    patch(property, List.of("damaged"));
    store.deletePost(POST);
    patch(property, List.of("damaged"));

    withView.drain();

    assertThat(seen)
        .singleElement()
        .satisfies(change -> assertThat(change.id()).isEqualTo(POST))
        .satisfies(change -> assertThat(change.kind()).isEqualTo(PostChange.Kind.DELETED));
  }

  @ParameterizedTest(name = "{0}, seen by the change feed: {2}")
  @MethodSource("damage")
  @Invariant("I9")
  void anAnonymizationLeavesNoName(String property, Object value, boolean isSeen) {
    patch(property, value, isSeen);

    CommandResult<ErasureReport> done = store.eraseUser(EraseUser.anonymize(ANN));
    assertThat(done.alreadyDone()).isFalse();
    assertThat(done.value().listings().anonymized()).isEqualTo(1);
    changeFeed.drain();

    assertThat(traces()).isEmpty();
    assertThat(copies("listings")).hasSize(1);
  }

  @ParameterizedTest(name = "version {0}, seen by the change feed: {1}")
  @CsvSource({LATER + ",true", LATER + ",false", LATEST + ",true", LATEST + ",false"})
  @Invariant("I9")
  void anAnonymizationReplacesANameOfALaterVersion(long version, boolean isSeen) {
    patch("userVersion", version, isSeen);

    store.eraseUser(EraseUser.anonymize(ANN));
    changeFeed.drain();

    assertThat(traces()).isEmpty();
  }

  @ParameterizedTest(name = "{0}, seen by the change feed: {2}")
  @MethodSource("damage")
  @Invariant("I9")
  void aRemovalLeavesNoPost(String property, Object value, boolean isSeen) {
    patch(property, value, isSeen);

    assertThat(store.eraseUser(EraseUser.remove(ANN)).value().listings().removed()).isEqualTo(1);
    changeFeed.drain();

    assertThat(traces()).isEmpty();
    assertThat(copies("listings")).isEmpty();
    assertThat(copies("users")).isEmpty();
    assertThat(blog.frontPage()).isEmpty();
  }

  /** The post's counts can't be decremented, so a repair counts again. */
  @ParameterizedTest
  @ValueSource(strings = {"/version", "/commentCount", "/likeCount"})
  @Invariant("I9")
  void anErasureRemovesReactionsToAPostWhoseNumbersAreUnreadable(String property) {
    store.createComment(CreateComment.of(POST, BEN, "Never pending"));
    store.createComment(CreateComment.of(POST, BEN, "Once pending").asPending());
    store.likePost(POST, BEN);
    blog.patch(
        "posts", POST.value(), POST.value(), CosmosPatchOperations.create().set(property, ""));

    store.eraseUser(EraseUser.remove(BEN));

    String ofBen = "SELECT * FROM c WHERE c.userId = '%s' AND c.type != 'removedComment'";
    assertThat(blog.items("posts", ofBen.formatted(BEN.value()))).isEmpty();
    assertThat(blog.items("posts", "SELECT * FROM c").toString())
        .doesNotContain("Never pending", "Once pending");
  }

  static Stream<Object> versions() {
    return Stream.of("", 3.5, LATER, LATEST);
  }

  @ParameterizedTest
  @MethodSource("versions")
  @Invariant("I9")
  void anAnonymizationReachesCopiesWhateverVersionTheirNamesHave(Object version) {
    CosmosPatchOperations damage = CosmosPatchOperations.create().set("/userVersion", version);
    blog.patch("users", ANN.value(), POST.value(), damage);
    String bucket = copies("listings").get(0).path("bucket").asText();
    blog.patch("listings", bucket, POST.value(), damage);
    blog.patch(
        "feed",
        ItemType.FRONT_PAGE,
        FrontPageItem.ID,
        CosmosPatchOperations.create().set("/posts/0/userVersion", version));

    store.eraseUser(EraseUser.anonymize(ANN));
    changeFeed.drain();

    assertThat(traces()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ownerId", "/username", "/reservedAt"})
  @Invariant("I9")
  void anErasureReleasesAReservationThatCannotBeRead(String property) {
    String reservation = ReservationItem.idOfUsername(NAME);
    blog.patch(
        "users",
        reservation,
        reservation,
        CosmosPatchOperations.create().set(property, Map.of("other", "program")));

    assertThat(store.eraseUser(EraseUser.remove(ANN)).alreadyDone()).isFalse();
    changeFeed.drain();

    assertThat(traces()).isEmpty();
    assertThat(store.createUser(NAME).value().username()).isEqualTo(NAME);
  }

  static Stream<Arguments> damageOfUsers() {
    return Stream.of("version", "editVersion", "updatedAt", "properties")
        .flatMap(
            property ->
                Stream.of(EraseUser.remove(ANN), EraseUser.anonymize(ANN))
                    .map(erasure -> Arguments.of(property, erasure)));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @MethodSource("damageOfUsers")
  @Invariant("I9")
  void aUserWhoCannotBeReadIsErased(String property, EraseUser erasure) {
    blog.patch(
        "users",
        ANN.value(),
        ANN.value(),
        CosmosPatchOperations.create().set("/" + property, List.of("damaged")));

    assertThat(store.eraseUser(erasure).alreadyDone()).isFalse();
    changeFeed.drain();

    assertThat(traces()).isEmpty();
    assertThat(store.findUser(ANN)).isEmpty();
    assertThat(store.eraseUser(erasure).alreadyDone()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1})
  @Invariant("I9")
  void anErasureDoesNotDependOnTheSizeOfTheFrontPage(int size) {
    PostId other = PostId.of("other");
    store.createPost(CreatePost.of(BEN, "Title", "Content").withId(other));
    changeFeed.drain();
    blog.patch(
        "feed",
        ItemType.FRONT_PAGE,
        FrontPageItem.ID,
        CosmosPatchOperations.create().set("/size", size));

    store.eraseUser(EraseUser.remove(ANN));

    assertThat(blog.frontPage()).as("before the change feed follows").containsExactly(other);
    changeFeed.drain();
    assertThat(traces()).isEmpty();
  }

  @Test
  @Invariant("I9")
  void anErasureEndsThoughTheFormerNameInItsTombstoneCannotBeRead() {
    store.eraseUser(EraseUser.anonymize(ANN));
    blog.patch(
        "users",
        ANN.value(),
        ANN.value(),
        CosmosPatchOperations.create().set("/formerUsername", true));

    store.eraseUser(EraseUser.anonymize(ANN));

    assertThat(blog.items("users", "SELECT * FROM c WHERE c.type = 'erasedUser'"))
        .singleElement()
        .satisfies(tombstone -> assertThat(tombstone.has("formerUsername")).isFalse());
  }

  @ParameterizedTest
  @EnumSource(Erasure.class)
  @Invariant("I9")
  void anErasureIsCompleteThoughTheVersionOfItsTombstoneWasLowered(Erasure erasure) {
    // All that the erasure did before its host died.
    CosmosPatchOperations mark =
        CosmosPatchOperations.create()
            .set("/type", ItemType.ERASED_USER)
            .set("/username", EraseUser.DEFAULT_REPLACEMENT)
            .set("/erasure", erasure.name())
            .set("/formerUsername", NAME)
            .set("/version", 0);
    blog.patch("users", ANN.value(), ANN.value(), mark);

    store.eraseUser(erasure == Erasure.REMOVE ? EraseUser.remove(ANN) : EraseUser.anonymize(ANN));
    changeFeed.drain();

    assertThat(traces()).isEmpty();
  }

  private static Stream<Arguments> marksAndNames() {
    return Stream.of(false, "yes", 1, List.of())
        .flatMap(
            mark ->
                Stream.of("", "Personal-name", 7)
                    .flatMap(
                        name ->
                            Stream.of("", "personal-slug")
                                .map(slug -> Arguments.of(mark, name, slug))));
  }

  @ParameterizedTest(name = "deleted {0}, name {1}, slug {2}")
  @MethodSource("marksAndNames")
  @Invariant("I9")
  void aRemovalErasesAPostWhateverItsMarkOfDeletion(Object mark, Object name, String slug) {
    CosmosPatchOperations patch =
        CosmosPatchOperations.create().set("/deleted", mark).set("/userUsername", name);
    blog.patch(
        "posts", POST.value(), POST.value(), slug.isEmpty() ? patch : patch.set("/slug", slug));

    store.eraseUser(EraseUser.remove(ANN));

    assertThat(store.findPost(POST)).isEmpty();
    assertThat(blog.items("posts", "SELECT * FROM c WHERE c.type = 'post'"))
        .singleElement()
        .satisfies(
            post -> {
              assertThat(post.path("deleted").booleanValue()).isTrue();
              assertThat(post.path("title").asText()).isEmpty();
              assertThat(post.path("userUsername").asText()).isEmpty();
              assertThat(post.path("slug").asText()).isEmpty();
            });
  }

  /** A repair would remove it, and the next refill add it again. */
  @Test
  @Invariant("I5")
  void aRefillLeavesOutAPostThatARepairCannotRead() {
    patch("version", "");
    blog.patch(
        "feed",
        ItemType.FRONT_PAGE,
        FrontPageItem.ID,
        CosmosPatchOperations.create().set("/posts", List.of()).set("/incomplete", true));
    PostId other = PostId.of("other");
    store.createPost(CreatePost.of(BEN, "Title", "Content").withId(other));

    changeFeed.drain();

    assertThat(blog.frontPage()).containsExactly(other);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "7")
  @Invariant("I8")
  void aUserWhoseVersionCannotBeIncrementedIsRenamed(String version) {
    CosmosPatchOperations damage = CosmosPatchOperations.create().set("/version", version);
    blog.patch("users", ANN.value(), ANN.value(), damage);

    assertThat(store.renameUser(ANN, "Renamed").alreadyDone()).isFalse();
    changeFeed.drain();

    assertThat(traces()).isEmpty();
    assertThat(store.findPost(POST).orElseThrow().userUsername()).isEqualTo("Renamed");
  }

  @Test
  @Invariant("I10")
  void aNoteOfARemovedPostWithoutAnIdDoesNotBlockTheFrontPage() {
    blog.patch(
        "feed",
        ItemType.FRONT_PAGE,
        FrontPageItem.ID,
        CosmosPatchOperations.create().set("/removed", List.of(Map.of("at", 5))));
    PostId other = PostId.of("other");
    store.createPost(CreatePost.of(BEN, "Title", "Content").withId(other));

    changeFeed.drain();

    assertThat(blog.frontPage()).containsExactlyInAnyOrder(other, POST);
  }

  /** As other programs delete it, without a tombstone. */
  @ParameterizedTest
  @EnumSource(Erasure.class)
  @Invariant("I9")
  void anErasureFindsTheCopiesOfAPostThatIsGone(Erasure erasure) {
    blog.container("posts")
        .deleteItem(POST.value(), new PartitionKey(POST.value()), new CosmosItemRequestOptions());
    blog.patch(
        "feed",
        ItemType.FRONT_PAGE,
        FrontPageItem.ID,
        CosmosPatchOperations.create().set("/posts/0/userVersion", LATEST));

    EraseUser command =
        erasure == Erasure.REMOVE ? EraseUser.remove(ANN) : EraseUser.anonymize(ANN);
    ErasureReport report = store.eraseUser(command).value();
    changeFeed.drain();

    assertThat(traces()).isEmpty();
    assertThat(report.listings().removed() + report.listings().anonymized()).isEqualTo(1);
    assertThat(store.eraseUser(command).alreadyDone()).isTrue();
    store.eraseUser(EraseUser.remove(ANN));
    assertThat(copies("users")).isEmpty();
    assertThat(copies("listings")).isEmpty();
  }

  @Test
  @Invariant("I5")
  void aCorrectedPostReturnsThoughARefillCouldNotReadIt() {
    patch("title", List.of("damaged"));
    blog.patch(
        "feed",
        ItemType.FRONT_PAGE,
        FrontPageItem.ID,
        CosmosPatchOperations.create().set("/incomplete", true));
    PostId other = PostId.of("other");
    store.createPost(CreatePost.of(BEN, "Title", "Content").withId(other));
    changeFeed.drain();
    assertThat(blog.frontPage()).containsExactly(other);

    patch("title", "Corrected");
    changeFeed.drain();

    assertThat(blog.frontPage()).containsExactlyInAnyOrder(other, POST);
  }

  @Test
  @Invariant("I14")
  void aNoteOfAnotherProgramInASummaryDoesNotBlockTheEntry() {
    CosmosPatchOperations damage = CosmosPatchOperations.create().set("/entries", "text");
    blog.patch("users", ANN.value(), POST.value(), damage);
    store.editPost(EditPost.of(POST).title("Other title"));

    changeFeed.drain();

    assertThat(copies("listings"))
        .singleElement()
        .satisfies(entry -> assertThat(entry.path("title").asText()).isEqualTo("Other title"));
    assertThat(changeFeed.deadLetters().page(PageRequest.first(9)).items()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "2026-13-01T00:00:00.000Z"})
  @Invariant("I10")
  void aSummaryWithAnUnreadableDateDoesNotBlockOtherPosts(String date) {
    CosmosPatchOperations damage = CosmosPatchOperations.create().set("/creationDate", date);
    blog.patch("users", ANN.value(), POST.value(), damage);
    store.createPost(CreatePost.of(ANN, "Title", "Content").withId(PostId.of("other")));

    SteppedChangeFeed again = TestBlog.changeFeed(database).buildStepped();
    again.drain();

    assertThat(copies("users")).extracting(copy -> copy.path("id").asText()).contains("other");
    assertThat(again.deadLetters().page(PageRequest.first(9)).items())
        .extracting(letter -> letter.key().itemId())
        .containsExactly(POST.value());
  }

  private List<String> traces() {
    return Stream.of("users", "posts", "feed", "listings", "leases")
        .flatMap(container -> blog.items(container, "SELECT * FROM c").stream())
        .map(JsonNode::toString)
        .filter(item -> item.contains(NAME))
        .toList();
  }

  /** The entry is in the month of the former date. */
  @Test
  @Invariant("I9")
  void aDeletionFindsTheEntryOfAPostWhoseDateAnotherProgramChanged() {
    patch("creationDate", "2020-02-02T00:00:00.000Z");

    store.deletePost(POST);
    changeFeed.drain();

    assertThat(copies("listings")).isEmpty();
  }

  @Test
  @Invariant("I14")
  void aPostWhoseDateAnotherProgramChangedMovesToItsMonth() {
    patch("creationDate", "2020-02-02T00:00:00.000Z");
    store.likePost(LikePost.of(POST, ANN));
    changeFeed.drain();

    assertThat(copies("listings"))
        .extracting(copy -> copy.path("creationDate").asText())
        .isNotEmpty()
        .containsOnly("2020-02-02T00:00:00.000Z");

    store.deletePost(POST);
    changeFeed.drain();
    assertThat(copies("listings")).isEmpty();
  }

  @Test
  @Invariant("I9")
  void theTombstonesOfCopiesExpireWithThatOfThePostWhateverTheHostsRetention() {
    Duration retention = Duration.ofHours(2);
    BlogDatabase deleting =
        TestBlog.changed(blog.databaseBuilder().listings().deletedRetention(retention));
    BlogStore.on(deleting).deletePost(POST);
    changeFeed.drain();

    for (String container : List.of("users", "listings")) {
      assertThat(blog.items(container, "SELECT * FROM c WHERE c.type = 'removedPost'"))
          .as(container)
          .isNotEmpty()
          .allSatisfy(
              copy -> assertThat(copy.path("ttl").asLong()).isBetween(1L, retention.toSeconds()));
    }
  }

  @Test
  @Invariant("I13")
  void aScheduledPostIsNotedAlthoughAPurgeInItsBatchFails() {
    BlogDatabase impatient = blog.databaseBuilder().retryPolicy(RetryPolicy.none()).build();
    SteppedChangeFeed failing = TestBlog.changeFeed(impatient).buildStepped();
    failing.drain();
    Instant later = Instant.parse("2222-01-01T00:00:00Z");
    store.deletePost(POST);
    store.createPost(CreatePost.of(ANN, "Later", "Content").publishAt(later));
    FaultRule purges = FaultRule.on(RequestKind.BATCH).then(Fault.status(503));
    cosmos.requireLocal().faults(FaultPlan.builder().rule(purges).build());
    try {
      assertThatThrownBy(failing::drain).isInstanceOf(StoreException.class);
    } finally {
      cosmos.requireLocal().faults(FaultPlan.NONE);
    }

    assertThat(blog.items("leases", "SELECT * FROM c WHERE c.type = 'schedule'")).hasSize(1);
  }

  @Test
  @Invariant("I12")
  void changesOfAHiddenPostDoNotWriteTheFrontPage() {
    store.hidePost(POST);
    changeFeed.drain();
    assertThat(blog.frontPage()).isEmpty();
    String written = frontPageEtag();

    store.editPost(EditPost.of(POST).title("Edited"));
    changeFeed.drain();
    store.renameUser(ANN, "Anna");
    changeFeed.drain();
    store.deletePost(POST);
    changeFeed.drain();

    assertThat(frontPageEtag()).isEqualTo(written);
    assertThat(copies("users")).isEmpty();
    assertThat(store.postsOf(ANN, PageRequest.first(10)).items()).isEmpty();
  }

  /** A repair writes the summary only, and may come before the change feed. */
  @Test
  @Invariant("I12")
  void aHiddenPostLeavesTheFrontPageThoughItsSummaryWasWrittenBefore() {
    store.hidePost(POST);
    writeSummary();

    changeFeed.drain();

    assertThat(blog.frontPage()).isEmpty();
  }

  @Test
  @Invariant("I9")
  void aPostThatWasHiddenAndDeletedLeavesTheFrontPage() {
    store.hidePost(POST);
    writeSummary();
    store.deletePost(POST);

    changeFeed.drain();

    assertThat(blog.frontPage()).isEmpty();
  }

  private void writeSummary() {
    PostItem post =
        blog.container("posts")
            .readItem(POST.value(), new PartitionKey(POST.value()), PostItem.class)
            .getItem();
    blog.repositories().summaries().put(post.summary());
  }

  private String frontPageEtag() {
    return blog.items("feed", "SELECT * FROM c").get(0).path("_etag").asText();
  }
}
