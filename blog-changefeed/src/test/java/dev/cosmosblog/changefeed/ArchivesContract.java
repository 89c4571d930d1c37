package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.changefeed.internal.handler.BlogChange;
import dev.cosmosblog.changefeed.observe.ChangeSource;
import dev.cosmosblog.model.ArchivedMonth;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.ListedPost;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.ListingsDisabledException;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.internal.cosmos.DatabaseAccess;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.internal.repository.ListingEntries;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.store.query.ContinuationToken;
import dev.cosmosblog.store.query.Page;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The archive of a blog that has listings. */
interface ArchivesContract extends StatusesContract {
  LocalCosmosExtension cosmos();

  YearMonth OCTOBER = YearMonth.of(2026, 10);
  YearMonth NOVEMBER = YearMonth.of(2026, 11);

  /** The same blog with listings, and a change feed that keeps it. */
  record Archived(
      BlogStore store,
      DatabaseAccess database,
      Repositories repositories,
      SteppedChangeFeed changeFeed) {
    static Archived of(BlogDatabase database) {
      return new Archived(
          BlogStore.on(database),
          database.unwrap(DatabaseAccess.class),
          Kernel.of(database).repositories(report -> {}),
          TestBlog.changeFeed(database).buildStepped());
    }

    PostId post(String id, String date) {
      Instant at = Instant.parse(date);
      CreatePost post = CreatePost.of(ANN, "Title " + id, "Content").writtenAt(at);
      CustomProperties own = CustomProperties.of(Map.of("subtitle", "s-" + id, "note", "whole"));
      return store.createPost(post.withId(PostId.of(id)).properties(own)).value().id();
    }

    boolean copyToListings(PostSummaryItem post) {
      ListingEntries entries = repositories.listings().orElseThrow();
      return database
          .operations()
          .run(BlogOperation.WRITE_ENTRY, call -> entries.put(post, post.version(), call));
    }

    /** A page ends with its month, and a post that is published now is in the current one. */
    List<String> listed() {
      List<String> ids = new ArrayList<>();
      Optional<PageRequest> next = Optional.of(PageRequest.first(100));
      while (next.isPresent()) {
        Page<ListedPost> page = store.archive(next.get());
        page.items().forEach(post -> ids.add(post.id().value()));
        next = page.next().map(PageRequest.first(100)::after);
      }
      return ids;
    }

    ListedPost only() {
      assertThat(store.archive(PageRequest.first(2)).items()).hasSize(1);
      return store.archive(PageRequest.first(2)).items().get(0);
    }
  }

  default Archived archived() {
    return Archived.of(
        TestBlog.changed(blog().databaseBuilder().listings().summaryProperties("subtitle")));
  }

  private PostSummaryItem inPosts(String post) {
    return blog()
        .container("posts")
        .readItem(post, new PartitionKey(post), PostItem.class)
        .getItem()
        .summary(SummaryRule.DEFAULT.with(Set.of("subtitle")));
  }

  private JsonNode entry(String post) {
    return blog().items("listings", "SELECT * FROM c WHERE c.id = '%s'".formatted(post)).get(0);
  }

  @Test
  @Invariant("I14")
  default void theArchiveHoldsThePublishedPostsOfAllMonthsTheNewestFirst() {
    Archived blog = archived();
    assertThat(blog.listed()).isEmpty();
    assertThat(blog.store().archiveMonths(PageRequest.first(24)).items()).isEmpty();
    IntStream.rangeClosed(1, 3).forEach(n -> blog.post("n" + n, "2026-11-0" + n + "T10:00:00Z"));
    blog.post("old", "2024-02-29T23:59:59.999Z");
    blog.post("o2", "2026-10-31T23:59:59.999Z");
    blog.post("o1", "2026-10-01T00:00:00Z");
    blog.store().createPost(CreatePost.of(ANN, "Draft", "Content").draft());
    blog.changeFeed().drain();

    List<String> pages = new ArrayList<>();
    ContinuationToken token = null;
    do {
      Page<ListedPost> page = blog.store().archive(new PageRequest(2, token));
      pages.add(page.items().stream().map(post -> post.id().value()).toList().toString());
      token = page.nextToken();
    } while (token != null);
    assertThat(pages).containsExactly("[n3, n2]", "[n1]", "[o2, o1]", "[old]");

    Page<ListedPost> october = blog.store().archive(OCTOBER, PageRequest.first(1));
    assertThat(october.items()).extracting(ListedPost::id).containsExactly(PostId.of("o2"));
    PageRequest rest = PageRequest.first(5).after(october.next().orElseThrow());
    assertThat(blog.store().archive(OCTOBER, rest))
        .satisfies(page -> assertThat(page.next()).isEmpty())
        .satisfies(page -> assertThat(page.items()).hasSize(1));
    assertThat(blog.store().archive(YearMonth.of(2025, 1), PageRequest.first(5)).items()).isEmpty();
    for (YearMonth other : List.of(NOVEMBER, YearMonth.of(2025, 1))) {
      assertThatThrownBy(() -> blog.store().archive(other, rest))
          .isInstanceOf(InvalidInputException.class);
    }

    Page<ArchivedMonth> months = blog.store().archiveMonths(PageRequest.first(2));
    assertThat(months.items())
        .containsExactly(new ArchivedMonth(NOVEMBER, 3), new ArchivedMonth(OCTOBER, 2));
    assertThat(blog.store().archiveMonths(PageRequest.first(2).after(months.next().orElseThrow())))
        .returns(List.of(new ArchivedMonth(YearMonth.of(2024, 2), 1)), Page::items)
        .returns(null, Page::nextToken);
    assertThat(blog.store().archiveMonths(PageRequest.first(3)).next())
        .as("a page of exactly all months")
        .isEmpty();

    blog.store().deletePost(PostId.of("old"));
    blog.changeFeed().drain();
    assertThat(blog.store().archiveMonths(PageRequest.first(3)).items())
        .as("months that have posts")
        .hasSize(2);
  }

  @Test
  @Invariant("I14")
  default void anEntryFollowsItsTitleNameAndChosenPropertiesAndNothingElse() {
    Archived blog = archived();
    PostId id = blog.post("p1", "2026-11-01T10:00:00Z");
    blog.changeFeed().drain();
    Post post = blog.store().findPost(id).orElseThrow();
    assertThat(blog.only())
        .isEqualTo(
            new ListedPost(
                id,
                ANN,
                "Ann",
                "Title p1",
                null,
                List.of(),
                post.creationDate(),
                post.properties().without("note")));

    JsonNode before = entry("p1");
    blog.store().likePost(LikePost.of(id, BEN));
    blog.store().editPost(EditPost.of(id).content("Other").property("note", "other"));
    blog.changeFeed().drain();
    assertThat(entry("p1")).as("the entry, not written").isEqualTo(before);
    assertThat(before.has("content") || before.has("likeCount")).isFalse();

    blog.store().editPost(EditPost.of(id).title("New title").property("subtitle", "new"));
    blog.store().renameUser(ANN, "Anna");
    blog.changeFeed().drain();
    assertThat(blog.only())
        .satisfies(found -> assertThat(found.title()).isEqualTo("New title"))
        .satisfies(found -> assertThat(found.userUsername()).isEqualTo("Anna"))
        .satisfies(found -> assertThat(found.properties().text("subtitle")).contains("new"));
    before = entry("p1");
    blog.store().unlikePost(id, BEN);
    blog.changeFeed().drain();
    assertThat(entry("p1")).as("the entry after a like").isEqualTo(before);
  }

  @Test
  @Invariant("I14")
  default void draftsAndHiddenPostsAreNotListedAndDeletedOnesLeaveAMark() {
    Archived blog = archived();
    PostId hidden = blog.post("hidden", "2026-11-01T10:00:00Z");
    PostId deleted = blog.post("deleted", "2026-11-02T10:00:00Z");
    CreatePost draft = CreatePost.of(ANN, "Draft", "Content").draft().withId(PostId.of("draft"));
    blog.store().createPost(draft);
    blog.changeFeed().drain();
    PostSummaryItem shown = inPosts("hidden");
    PostSummaryItem live = inPosts("deleted");
    blog.store().hidePost(hidden);
    blog.store().deletePost(deleted);
    blog.changeFeed().drain();
    assertThat(blog.listed()).isEmpty();

    assertThat(blog.repositories().summaries().put(shown)).isEqualTo(CopyOutcome.UNCHANGED);
    assertThat(blog.repositories().summaries().put(live)).isEqualTo(CopyOutcome.GONE);
    assertThat(blog.copyToListings(shown)).as("late").isFalse();
    assertThat(blog.copyToListings(live)).as("late").isFalse();
    assertThat(blog.listed()).isEmpty();
    assertThat(entry("deleted").path("ttl").asLong()).isPositive();
    assertThat(entry("deleted").path("title").isMissingNode()).isTrue();

    blog.store().editPost(EditPost.of(hidden).content("Edited"));
    blog.store().showPost(hidden);
    blog.store().publishPost(PostId.of("draft"));
    blog.changeFeed().drain();
    assertThat(blog.listed()).containsExactly("draft", "hidden");
    JsonNode before = entry("draft");
    blog.store().likePost(LikePost.of(PostId.of("draft"), BEN));
    blog.changeFeed().drain();
    assertThat(entry("draft")).isEqualTo(before);
  }

  /** Fails at each request of a kind for summaries, as if the host died before it. */
  private void dyingBefore(RequestKind request, ThrowingCallable work) {
    LocalCosmos emulator = cosmos().requireLocal();
    emulator.faults(
        FaultPlan.builder()
            .rule(FaultRule.on(request).container("users").then(Fault.status(400)))
            .build());
    try {
      assertThatThrownBy(work).isInstanceOf(StoreRejectedException.class);
    } finally {
      emulator.faults(FaultPlan.NONE);
    }
  }

  /**
   * A later change with the former title would otherwise find its own note in the summary, and
   * leave the entry as it is.
   */
  @Test
  @Invariant("I14")
  default void anEntryIsNotWrittenBeforeASummaryThatSaysOtherwise() {
    Archived blog = archived();
    PostId id = blog.post("p1", "2026-11-01T10:00:00Z");
    blog.changeFeed().drain();
    blog.store().editPost(EditPost.of(id).title("Second"));
    PostSummaryItem second = inPosts("p1");

    dyingBefore(RequestKind.REPLACE_ITEM, () -> blog.repositories().summaries().put(second));

    assertThat(entry("p1").path("title").asText()).isEqualTo("Title p1");
  }

  /** A late host may still give the summary the state between, with a note of its entry. */
  @Test
  @Invariant("I14")
  default void anEntryTwoVersionsAheadIsNotWrittenBeforeTheSummary() {
    Archived blog = archived();
    PostId id = PostId.of("p1");
    blog.store().createPost(CreatePost.of(ANN, "Title", "Content").draft().withId(id));
    blog.changeFeed().drain();
    blog.store().publishPost(id);
    blog.store().hidePost(id);
    PostSummaryItem hidden = inPosts("p1");

    dyingBefore(RequestKind.REPLACE_ITEM, () -> blog.repositories().summaries().put(hidden));

    assertThat(blog().items("listings", "SELECT * FROM c WHERE c.id = 'p1'")).isEmpty();
  }

  /** Another version of the library may write other notes. */
  @Test
  @Invariant("I14")
  default void anUnknownNoteIsRemovedBeforeTheEntryIsWritten() {
    Archived blog = archived();
    blog.post("p1", "2026-11-01T10:00:00Z");
    blog.changeFeed().drain();
    CosmosPatchOperations other = CosmosPatchOperations.create().set("/entries", "0~other");
    blog().patch("users", ANN.value(), "p1", other);

    PostSummaryItem same = inPosts("p1");
    dyingBefore(RequestKind.PATCH_ITEM, () -> blog.repositories().summaries().put(same));

    assertThat(blog().items("users", "SELECT * FROM c WHERE c.id = 'p1'"))
        .singleElement()
        .satisfies(copy -> assertThat(copy.has("entries")).isFalse());
  }

  @Test
  @Invariant("I14")
  default void aMissingEntryIsNotCreatedForAPostThatIsAnothersOrIsNotPublished() {
    Archived blog = archived();
    PostId id = blog.post("p1", "2026-11-01T10:00:00Z");
    PostSummaryItem published = inPosts("p1");
    CosmosPatchOperations draft = CosmosPatchOperations.create().set("/status", "draft");
    blog().patch("posts", id.value(), id.value(), draft.increment("/version", 1));
    assertThat(blog.copyToListings(published)).as("now a draft").isFalse();

    CosmosPatchOperations anothers =
        CosmosPatchOperations.create().remove("/status").set("/userId", BEN.value());
    blog().patch("posts", id.value(), id.value(), anothers);
    assertThat(blog.copyToListings(published)).as("now of another author").isFalse();

    assertThat(blog().items("listings", "SELECT * FROM c WHERE c.id = 'p1'")).isEmpty();
  }

  /** A host may die after each of its writes, and its changes are redelivered in a later state. */
  @Test
  @Invariant({"I4", "I14"})
  default void aChangeThatComesLateNeverTakesAnEntryBack() {
    Archived blog = archived();
    PostId id = blog.post("p1", "2026-11-01T10:00:00Z");
    blog.changeFeed().drain();
    PostSummaryItem first = inPosts("p1");
    blog.store().editPost(EditPost.of(id).title("Second"));
    PostSummaryItem second = inPosts("p1");
    blog.changeFeed().drain();
    blog.store().editPost(EditPost.of(id).title("Title p1"));
    PostSummaryItem third = inPosts("p1");
    blog.changeFeed().drain();

    for (PostSummaryItem late : List.of(first, second, third, second, first)) {
      blog.repositories().summaries().refresh(late);
      blog.repositories().summaries().put(late);
      blog.copyToListings(late);
      assertThat(blog.only().title()).isEqualTo("Title p1");
    }
  }

  @Test
  @Invariant({"I9", "I14"})
  default void anErasedUserIsNamedInNoEntry() {
    Archived blog = archived();
    blog.post("p1", "2026-11-01T10:00:00Z");
    blog.changeFeed().drain();
    ErasureReport anonymized = blog.store().eraseUser(EraseUser.anonymize(ANN)).value();
    assertThat(anonymized.listings().anonymized()).isEqualTo(1);
    assertThat(anonymized.listings().requests()).as("no query of all partitions").isEqualTo(4);
    assertThat(blog.only().userUsername())
        .as("before its change is handled")
        .isEqualTo(EraseUser.DEFAULT_REPLACEMENT);
    blog.changeFeed().drain();
    assertThat(blog.only().userUsername()).isEqualTo(EraseUser.DEFAULT_REPLACEMENT);

    ErasureReport removed = blog.store().eraseUser(EraseUser.remove(ANN)).value();
    assertThat(removed.listings().removed()).isEqualTo(1);
    assertThat(blog.listed()).as("before its change is handled").isEmpty();
    blog.changeFeed().drain();
    blog.changeFeed().rewind();
    blog.changeFeed().drain();
    assertThat(blog.listed()).isEmpty();
    assertThat(
            blog()
                .items(
                    "listings", "SELECT * FROM c WHERE IS_DEFINED(c.ttl) AND c.bucket != 'tags'"))
        .hasSize(1);
    assertThat(blog().items("listings", "SELECT * FROM c").toString())
        .doesNotContain("Ann", "Title p1", "s-p1");
  }

  @Test
  @Invariant("I9")
  default void anErasedNameIsNowhereThoughAnotherProgramWroteTheVersionOfTheErasureBesideIt() {
    Archived blog = archived();
    PostId post = blog.post("p1", "2026-11-01T10:00:00Z");
    PostId gone = blog.post("p2", "2026-11-02T10:00:00Z");
    blog.store().editPost(EditPost.of(post).tags(List.of(Tag.of("java"))));
    blog.store().createComment(CreateComment.of(post, ANN, "?"));
    blog.store().createComment(CreateComment.of(post, ANN, "?").asPending());
    blog.store().likePost(LikePost.of(post, ANN));
    blog.changeFeed().drain();
    String version = "\"userVersion\":" + VersionedName.LAST_VERSION;
    for (String container : List.of("users", "posts", "feed", "listings")) {
      int items = 0;
      for (JsonNode item : itemsNamed(container)) {
        String damaged = item.toString().replaceAll("\"userVersion\":\\d+", version);
        blog().container(container).upsertItem(parse(damaged));
        items += damaged.contains(version) ? 1 : 0;
      }
      assertThat(items).as("items in %s", container).isPositive();
    }
    blog().container("posts").deleteItem(gone.value(), new PartitionKey(gone.value()), null);

    blog.store().eraseUser(EraseUser.anonymize(ANN));

    for (String container : List.of("users", "posts", "feed", "listings")) {
      assertThat(itemsNamed(container)).as("items in %s with the name", container).isEmpty();
    }
    blog.changeFeed().drain();
    blog.changeFeed().rewind();
    blog.changeFeed().drain();
    for (String container : List.of("users", "posts", "feed", "listings")) {
      assertThat(itemsNamed(container)).as("items in %s with the name", container).isEmpty();
    }
  }

  private List<JsonNode> itemsNamed(String container) {
    return blog().items(container, "SELECT * FROM c").stream()
        .filter(item -> item.toString().contains("\"Ann\""))
        .toList();
  }

  private static JsonNode parse(String item) {
    try {
      return new ObjectMapper().readTree(item);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @Invariant("I14")
  default void anArchiveThatIsTurnedOnLaterGetsEachPostWithItsNextChange() {
    PostId id = published(1);
    published(2);
    changeFeed().drain();
    assertThatThrownBy(() -> blog().store.archive(PageRequest.first(1)))
        .isInstanceOf(ListingsDisabledException.class)
        .hasMessageContaining("BlogDatabaseBuilder.listings()");
    Archived blog = archived();
    blog.store().likePost(LikePost.of(id, BEN));

    JsonNode stored = blog().items("posts", "SELECT * FROM c WHERE c.id = 'p1'").get(0);
    PostSummaryItem changed = inPosts(stored.path("id").asText());
    assertThat(blog.repositories().summaries().refresh(changed)).isFalse();
    assertThat(blog.repositories().summaries().put(changed)).isEqualTo(CopyOutcome.UPDATED);
    assertThat(blog.listed()).containsExactly("p1");
    assertThat(blog.store().archiveMonths(PageRequest.first(1)).items())
        .containsExactly(new ArchivedMonth(YearMonth.of(1970, 1), 1));
  }

  /** A tombstone may still have the post's date. */
  @Test
  @Invariant("I14")
  default void theDeletionOfAPostTellsItsDateAndNothingOfADraft() {
    Archived blog = archived();
    PostId id = blog.post("p1", "2026-11-01T10:00:00Z");
    PostId draft = blog.store().createPost(CreatePost.of(ANN, "Draft", "?").draft()).value().id();
    blog.store().deletePost(id);
    blog.store().deletePost(draft);

    assertThat(archivedOn(id)).hasValue("2026-11-01T10:00:00.000Z");
    assertThat(archivedOn(draft)).isEmpty();
  }

  private Optional<String> archivedOn(PostId post) {
    StoredItem mark =
        blog()
            .container("posts")
            .readItem(post.value(), new PartitionKey(post.value()), StoredItem.class)
            .getItem();
    return ((BlogChange.PostDeletion)
            BlogChange.read(ChangeSource.POSTS, mark, SummaryRule.DEFAULT).get(0))
        .deleted()
        .date();
  }
}
