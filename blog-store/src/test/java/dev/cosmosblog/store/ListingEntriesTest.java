package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.NOW_TEXT;
import static dev.cosmosblog.store.MockedContainers.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.atLeast;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.item.ListingItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.RemovedCopyItem;
import dev.cosmosblog.model.item.TaggedPostItem;
import dev.cosmosblog.store.error.ListingsDisabledException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.item.NotedCopy;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.internal.repository.Listing;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;

/** The order in which a copy, its note and its entry in the listings are written. */
class ListingEntriesTest {
  private static final String BUCKET = "2026-11-01";

  private final MockedContainers blog = new MockedContainers().writesAreDone();
  private final CosmosContainer listings = mock();
  private final Repositories repositories = repositories();

  private Repositories repositories() {
    when(listings.getId()).thenReturn("listings");
    blog.writesAreDone(listings);
    blog.has(
        listings,
        "buckets",
        "buckets",
        Map.of("id", "buckets", "bucket", "buckets", "firstDays", List.of("2026-10-01", BUCKET)));
    blog.hasNot(listings, TaggedPostItem.idOf("post-1"), TaggedPostItem.BUCKET);
    BlogDatabase database =
        blog.database(
            settings -> settings.containers(blog.users, blog.posts, blog.frontPage, listings));
    return Kernel.of(database).repositories(report -> {});
  }

  private static PostItem titled(String title, long version) {
    return TestItems.post("post-1")
        .by("user-ann")
        .userVersion(4)
        .title(title)
        .at(NOW_TEXT)
        .version(version)
        .build();
  }

  /** Has a copy beside the author that the library wrote, with the note that it wrote. */
  private String hasCopy(PostItem post, @Nullable String note) {
    Map<String, Object> copy = new HashMap<>();
    copy.put("id", "post-1");
    copy.put("type", "post");
    copy.put("postId", "post-1");
    copy.put("userId", "user-ann");
    copy.put("userUsername", post.userUsername());
    copy.put("userVersion", post.userVersion());
    copy.put("title", post.title());
    copy.put("content", post.content());
    copy.put("commentCount", post.commentCount());
    copy.put("likeCount", post.likeCount());
    copy.put("creationDate", NOW_TEXT);
    copy.put("version", post.version());
    if (post.status() != null) {
      copy.put("type", "unpublishedPost");
      copy.put("status", post.status());
    }
    if (note != null) {
      copy.put("entries", note);
    }
    blog.has(blog.users, "post-1", "user-ann", copy);
    return String.valueOf(note);
  }

  private String noteOfANewPost(PostItem post) {
    blog.hasNot(blog.users, "post-1", "user-ann");
    blog.has(blog.posts, "post-1", "post-1", post);
    assertThat(repositories.summaries().put(post.summary())).isEqualTo(CopyOutcome.CREATED);
    ArgumentCaptor<Object> created = ArgumentCaptor.captor();
    verify(blog.users).createItem(created.capture(), any(), any());
    return ((NotedCopy) created.getValue()).entries();
  }

  @Test
  @Invariant("I14")
  void aNewPostsEntryIsCreatedBeforeTheSummaryThatRecordsIt() {
    PostItem post = titled("A", 0);
    assertThat(noteOfANewPost(post)).startsWith("4:");

    InOrder order = inOrder(blog.posts, listings, blog.users);
    order.verify(blog.posts).readItem(eq("post-1"), any(), any());
    order.verify(listings).createItem(eq(ListingItem.of(post.summary(), BUCKET)), any(), any());
    order.verify(blog.users).createItem(any(NotedCopy.class), any(), any());
    verify(listings, never()).readItem(eq("post-1"), any(), any());
  }

  /** A host that is about to write an older entry is too late once the note is gone. */
  @Test
  @Invariant({"I4", "I14"})
  void anOutdatedRecordIsRemovedBeforeTheEntryIsWrittenAndReplacedAfter() {
    String note = noteOfANewPost(titled("A", 5));
    hasCopy(titled("A", 5), note);
    blog.has(listings, "post-1", BUCKET, ListingItem.of(titled("A", 5).summary(), BUCKET));

    assertThat(repositories.summaries().put(titled("B", 6).summary()))
        .isEqualTo(CopyOutcome.UPDATED);

    InOrder order = inOrder(listings, blog.users);
    order.verify(blog.users).replaceItem(any(PostSummaryItem.class), eq("post-1"), any(), any());
    order
        .verify(listings)
        .replaceItem(
            eq(ListingItem.of(titled("B", 6).summary(), BUCKET)), eq("post-1"), any(), any());
    order
        .verify(blog.users)
        .patchItem(
            eq("post-1"),
            any(),
            any(CosmosPatchOperations.class),
            any(CosmosPatchItemRequestOptions.class),
            any());
  }

  /** Another host may be writing the tags of the skipped version. */
  @ParameterizedTest
  @CsvSource({"6, 0", "7, 1"})
  @Invariant("I14")
  void theTagsOfAnUntaggedPostAreReadOnlyIfAVersionWasSkipped(long version, int reads) {
    hasCopy(titled("A", 5), noteOfANewPost(titled("A", 5)));
    blog.has(listings, "post-1", BUCKET, ListingItem.of(titled("A", 5).summary(), BUCKET));
    clearInvocations(listings);

    repositories.summaries().put(titled("B", version).summary());

    verify(listings, times(reads)).readItem(eq(TaggedPostItem.idOf("post-1")), any(), any());
  }

  /** No other host can rely on the note of a name, or on that of a post that has no entry. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @Invariant("I14")
  void theNextVersionsSummaryIsWrittenOnceAfterAnEntryThatNobodyReliesOn(boolean isRename) {
    PostItem after = titled("A", 6);
    PostItem before =
        isRename ? titled("A", 5) : TestItems.post(titled("A", 5)).status("draft", null).build();
    String note = noteOfANewPost(after).replaceFirst("4", "3");
    hasCopy(before, isRename ? note : null);
    blog.hasNot(listings, "post-1", BUCKET);
    blog.has(blog.posts, "post-1", "post-1", after);

    assertThat(repositories.summaries().put(after.summary())).isEqualTo(CopyOutcome.UPDATED);

    InOrder order = inOrder(listings, blog.users);
    order.verify(listings, atLeast(1)).createItem(any(ListingItem.class), any(), any());
    order.verify(blog.users).replaceItem(any(NotedCopy.class), eq("post-1"), any(), any());
    verify(blog.users, never()).patchItem(any(), any(), any(), any(), any());
    verify(listings, never()).executeCosmosBatch(any());
  }

  @Test
  @Invariant("I14")
  void anEntryThatIsNewerThanANewNameIsNotNoted() {
    String note = noteOfANewPost(titled("A", 6)).replaceFirst("4", "3");
    hasCopy(titled("A", 5), note);
    blog.has(listings, "post-1", BUCKET, ListingItem.of(titled("C", 9).summary(), BUCKET));

    repositories.summaries().put(titled("A", 6).summary());

    verify(blog.users).replaceItem(any(PostSummaryItem.class), eq("post-1"), any(), any());
    verify(blog.users, never()).replaceItem(any(NotedCopy.class), any(), any(), any());
  }

  @Test
  @Invariant("I14")
  void anEntryThatPrecedesANewSummaryIsNotNotedIfItIsNewer() {
    blog.hasNot(blog.users, "post-1", "user-ann");
    blog.has(blog.posts, "post-1", "post-1", titled("A", 5));
    blog.has(listings, "post-1", BUCKET, ListingItem.of(titled("C", 9).summary(), BUCKET));
    doThrow(CosmosFailure.of(409)).when(listings).createItem(any(), any(), any());

    repositories.summaries().put(titled("A", 5).summary());

    verify(blog.users).createItem(any(PostSummaryItem.class), any(), any());
    verify(blog.users, never()).createItem(any(NotedCopy.class), any(), any());
    verify(blog.users, never()).patchItem(any(), any(), any(), any(), any());
  }

  /** Another program has given the post to another user. */
  @Test
  @Invariant("I14")
  void noEntryIsCreatedForAnAuthorWhoseThePostIsNot() {
    hasCopy(titled("A", 5), null);
    blog.hasNot(listings, "post-1", BUCKET);
    PostItem ofBob = TestItems.post(titled("B", 6)).by("user-bob").build();
    blog.has(blog.posts, "post-1", "post-1", ofBob);

    repositories.summaries().put(titled("B", 6).summary());

    verify(listings, never()).createItem(any(), any(), any());
  }

  /** The host that removed the note may be about to write an older entry. */
  @Test
  @Invariant({"I4", "I14"})
  void aPublishedPostWithoutANoteGetsItsSummaryBeforeItsEntry() {
    hasCopy(titled("A", 5), null);
    blog.has(listings, "post-1", BUCKET, ListingItem.of(titled("A", 5).summary(), BUCKET));

    repositories.summaries().put(titled("B", 6).summary());

    InOrder order = inOrder(listings, blog.users);
    order.verify(blog.users).replaceItem(any(PostSummaryItem.class), eq("post-1"), any(), any());
    order.verify(listings).replaceItem(any(), eq("post-1"), any(), any());
    order.verify(blog.users).patchItem(any(), any(), any(), any(), any());
  }

  /** A host that has read the note may be about to write an older entry. */
  @Test
  @Invariant({"I4", "I14"})
  void theRecordOfAnotherEntryIsRemovedBeforeTheEntryIsWritten() {
    hasCopy(titled("A", 5), "4:another");
    blog.has(listings, "post-1", BUCKET, ListingItem.of(titled("B", 4).summary(), BUCKET));

    assertThat(repositories.summaries().put(titled("A", 5).summary()))
        .isEqualTo(CopyOutcome.UNCHANGED);

    InOrder order = inOrder(listings, blog.users);
    order.verify(blog.users).replaceItem(any(PostSummaryItem.class), eq("post-1"), any(), any());
    order.verify(listings).replaceItem(any(), eq("post-1"), any(), any());
    order.verify(blog.users).patchItem(any(), any(), any(), any(), any());
  }

  /** A late host that finds a newer summary must not have stored the tags. */
  @Test
  @Invariant("I14")
  void aNewPostsTagsAreStoredAfterItsSummary() {
    PostItem post = TestItems.post(titled("A", 5)).tags("java").build();
    blog.hasNot(blog.users, "post-1", "user-ann");
    blog.has(blog.posts, "post-1", "post-1", post);
    blog.hasNot(listings, "post-1", BUCKET);
    blog.hasNot(listings, "post-1", "tag~java");
    blog.hasNot(listings, TaggedPostItem.idOfTag("java"), TaggedPostItem.BUCKET);

    assertThat(repositories.summaries().put(post.summary())).isEqualTo(CopyOutcome.CREATED);

    InOrder order = inOrder(listings, blog.users);
    order.verify(blog.users).createItem(any(PostSummaryItem.class), any(), any());
    order.verify(listings).createItem(eq(ListingItem.of(post.summary(), BUCKET)), any(), any());
    order.verify(listings).executeCosmosBatch(any());
    order.verify(blog.users).patchItem(any(), any(), any(), any(), any());
  }

  @Test
  @Invariant("I14")
  void aSummaryDoesNotRecordANewerEntry() {
    hasCopy(titled("A", 5), null);
    blog.has(listings, "post-1", BUCKET, ListingItem.of(titled("C", 9).summary(), BUCKET));

    assertThat(repositories.summaries().put(titled("B", 6).summary()))
        .isEqualTo(CopyOutcome.UPDATED);

    verify(blog.users).replaceItem(any(PostSummaryItem.class), eq("post-1"), any(), any());
    verify(blog.users, never()).patchItem(any(), any(), any(), any(), any());
    verify(listings, never()).replaceItem(any(), any(), any(), any());
  }

  /** Otherwise its entries would be in a month that nobody lists. */
  @Test
  @Invariant("I14")
  void aMonthThatAnotherHostAddsAtTheSameTimeIsAddedAgain() {
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.written(10))
        .when(listings)
        .replaceItem(any(), eq("buckets"), any(), any());

    assertThat(
            repositories
                .listings()
                .orElseThrow()
                .bucketOf(Listing.ARCHIVE, "2024-02-29T00:00:00.000Z"))
        .isEqualTo("2024-02-01");

    verify(listings, times(2)).replaceItem(any(), eq("buckets"), any(), any());
  }

  @Test
  @Invariant("I14")
  void anEntryThatAnotherHostCreatesAtTheSameTimeIsUpdated() {
    hasCopy(titled("A", 5), null);
    doThrow(CosmosFailure.of(404))
        .doAnswer(call -> Responses.toRead(call, ListingItem.of(titled("A", 5).summary(), BUCKET)))
        .when(listings)
        .readItem(eq("post-1"), any(), any());
    blog.has(blog.posts, "post-1", "post-1", titled("B", 6));
    doThrow(CosmosFailure.of(409)).when(listings).createItem(any(), any(), any());

    repositories.summaries().put(titled("B", 6).summary());

    verify(listings)
        .replaceItem(
            eq(ListingItem.of(titled("B", 6).summary(), BUCKET)), eq("post-1"), any(), any());
  }

  @Test
  @Invariant("I14")
  void anEntryOfANewerStateIsNotNoted() {
    hasCopy(titled("A", 5), null);
    blog.hasNot(listings, "post-1", BUCKET);
    blog.has(blog.posts, "post-1", "post-1", titled("C", 9));

    repositories.summaries().put(titled("B", 6).summary());

    verify(listings).createItem(eq(ListingItem.of(titled("C", 9).summary(), BUCKET)), any(), any());
    verify(blog.users, never()).patchItem(any(), any(), any(), any(), any());
  }

  /** A replica lags, or a failover has lost the change. */
  @Test
  @Invariant("I14")
  void noEntryIsCreatedFromAnOlderState() {
    hasCopy(titled("A", 5), null);
    blog.hasNot(listings, "post-1", BUCKET);
    blog.has(blog.posts, "post-1", "post-1", titled("A", 5));

    assertThatThrownBy(() -> repositories.summaries().put(titled("B", 6).summary()))
        .isInstanceOf(StoreUnavailableException.class);

    verify(listings, never()).createItem(any(), any(), any());
  }

  private static DeletedPost deleted() {
    Optional<Instant> never = Optional.empty();
    return new DeletedPost(
        POST, Optional.of(ANN), Optional.of(NOW_TEXT), 6, never, List.of(), List.of());
  }

  @Test
  @Invariant("I9")
  void anEntryWhereTheDateSaysIsRemovedWithoutAQuery() {
    blog.has(listings, "post-1", BUCKET, ListingItem.of(titled("A", 5).summary(), BUCKET));

    repositories.listings().orElseThrow().remove(deleted());

    verify(listings).replaceItem(any(RemovedCopyItem.class), eq("post-1"), any(), any());
    verify(listings, never()).queryItems(any(SqlQuerySpec.class), any(), any());
  }

  /** Another program has changed the date. */
  @Test
  @Invariant("I9")
  void anEntryElsewhereIsFoundAndRemoved() {
    String other = "2026-10-01";
    blog.hasNot(listings, "post-1", BUCKET);
    blog.has(listings, "post-1", other, ListingItem.of(titled("A", 5).summary(), other));
    List<StoredItem> found =
        List.of(
            StoredItem.of(Map.of("id", "post-1", "bucket", other, "type", "post")),
            StoredItem.of(Map.of("id", "post-1", "bucket", "2026-09-01", "type", "removedPost")));
    doReturn(Responses.pages(List.of(Responses.page(null, found))))
        .when(listings)
        .queryItems(any(SqlQuerySpec.class), any(), any());

    repositories.listings().orElseThrow().remove(deleted());

    verify(listings)
        .replaceItem(any(RemovedCopyItem.class), eq("post-1"), eq(new PartitionKey(other)), any());
    verify(listings, never()).readItem(any(), eq(new PartitionKey("2026-09-01")), any());
  }

  /** As {@code PostSummaries} does for a copy: the entry may have gone with the post. */
  @Test
  @Invariant({"I9", "I14"})
  void aDeletedPostsEntryIsNotCreated() {
    hasCopy(titled("A", 5), null);
    blog.hasNot(listings, "post-1", BUCKET);
    blog.has(blog.posts, "post-1", "post-1", TestItems.post("post-1").version(7).deleted().build());

    assertThat(repositories.summaries().put(titled("B", 6).summary()))
        .isEqualTo(CopyOutcome.UPDATED);

    verify(listings, never()).createItem(any(), any(), any());
    verify(blog.users, never()).patchItem(any(), any(), any(), any(), any());
  }

  /** Another program has set the version of the post's item back, or this host is late. */
  @ParameterizedTest
  @NullSource
  @ValueSource(strings = "draft")
  @Invariant({"I9", "I10", "I14"})
  void anEntryOfANewerSummaryIsCreatedForAnOlderPost(@Nullable String status) {
    PostItem post = TestItems.post(titled("B", 0)).status(status, null).build();
    hasCopy(titled("A", 5), null);
    blog.hasNot(listings, "post-1", BUCKET);
    blog.has(blog.posts, "post-1", "post-1", post);

    assertThat(repositories.summaries().put(post.summary())).isEqualTo(CopyOutcome.UNCHANGED);

    verify(listings).createItem(eq(ListingItem.of(titled("A", 5).summary(), BUCKET)), any(), any());
    verify(blog.posts).readItem(any(), any(), any());
  }

  @Test
  void aLikeSendsNoRequestToTheArchive() {
    String note = noteOfANewPost(titled("A", 5));
    assertThat(repositories.summaries().refresh(titled("A", 6).summary())).isTrue();

    ArgumentCaptor<CosmosPatchItemRequestOptions> options = ArgumentCaptor.captor();
    verify(blog.users).patchItem(any(), any(), any(), options.capture(), any());
    assertThat(options.getValue().getFilterPredicate()).endsWith("c.entries = '" + note + "'");
    verify(listings, never()).replaceItem(any(), any(), any(), any());
  }

  @Test
  void withoutAnArchiveQueriesExplainHowToEnableIt() {
    BlogStore store = blog.store();
    for (Runnable call :
        List.<Runnable>of(
            () -> store.archive(PageRequest.first(1)),
            () -> store.archiveMonths(PageRequest.first(1)))) {
      assertThatThrownBy(call::run)
          .isInstanceOf(ListingsDisabledException.class)
          .hasMessageContaining("BlogDatabaseBuilder.listings()");
    }
    assertThatThrownBy(() -> store.archiveMonths(PageRequest.first(25)))
        .isInstanceOf(InvalidInputException.class);
    assertThat(blog.reports).isEmpty();
  }
}
