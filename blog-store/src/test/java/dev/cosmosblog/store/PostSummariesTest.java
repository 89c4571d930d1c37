package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.NOW;
import static dev.cosmosblog.store.MockedContainers.POST;
import static dev.cosmosblog.store.MockedContainers.sentCreates;
import static dev.cosmosblog.store.MockedContainers.stored;
import static dev.cosmosblog.store.MockedContainers.storedPost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchItemRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.model.item.RemovedCopyItem;
import dev.cosmosblog.model.item.SummaryRule;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.internal.repository.PostSummaries;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmosblog.testsupport.Trap;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;

/** The tombstones of removed copies, and posts that are missing on a lagging replica. */
class PostSummariesTest {
  private static final PartitionKey OF_ANN = new PartitionKey("user-ann");
  private static final VersionedName NEW_NAME = new VersionedName("Anna", 5);
  private static final Duration RETENTION = BlogDatabaseBuilder.DEFAULT_DELETED_RETENTION;

  private final MockedContainers blog = new MockedContainers().writesAreDone();

  private boolean remove(Instant deleted) {
    Optional<Instant> expires = Optional.of(deleted.plus(RETENTION));
    return blog.repositories().summaries().remove(POST, ANN, expires);
  }

  private static RemovedCopyItem mark(Duration timeToLive) {
    return RemovedCopyItem.ofSummary("post-1", "user-ann", timeToLive.toSeconds());
  }

  private void nothingIsWritten() {
    verify(blog.users, never()).createItem(any(), any(), any());
    verify(blog.users, never()).replaceItem(any(), any(), any(), any());
    verify(blog.users, never()).deleteItem(any(), any(), any());
  }

  /** Later, a post that is created again under the id would be without its copy. */
  @Test
  @Invariant("I9")
  void aRemovedCopysTombstoneExpiresBeforeThePosts() {
    blog.has(blog.users, "post-1", "user-ann", storedPost());

    assertThat(remove(NOW.minus(Duration.ofHours(5)))).isTrue();

    ArgumentCaptor<CosmosItemRequestOptions> options = ArgumentCaptor.captor();
    verify(blog.users)
        .replaceItem(
            eq(mark(RETENTION.minusHours(5).minusMinutes(1))),
            eq("post-1"),
            eq(OF_ANN),
            options.capture());
    assertThat(options.getValue().getIfMatchETag()).isEqualTo(Responses.ETAG);
    verify(blog.users, never()).deleteItem(any(), any(), any());
  }

  /** Its change may still be on its way to a host that reads lagging replicas. */
  @Test
  @Invariant("I9")
  void aDeletedPostWithoutACopyLeavesATombstone() {
    blog.hasNot(blog.users, "post-1", "user-ann");

    assertThat(remove(NOW)).as("there was a copy").isFalse();

    assertThat(sentCreates(blog.users, 1).get(0).item()).isEqualTo(mark(RETENTION.minusMinutes(1)));
  }

  @Test
  void aCopyWhosePostsTombstoneIsAboutToExpireIsDeletedUnderItsEtag() {
    blog.has(blog.users, "post-1", "user-ann", storedPost());

    assertThat(remove(NOW.minus(RETENTION).plusSeconds(60))).as("no second is left").isTrue();

    ArgumentCaptor<CosmosItemRequestOptions> options = ArgumentCaptor.captor();
    verify(blog.users).deleteItem(eq("post-1"), eq(OF_ANN), options.capture());
    assertThat(options.getValue().getIfMatchETag()).isEqualTo(Responses.ETAG);
    verify(blog.users, never()).replaceItem(any(), any(), any(), any());
  }

  /** Databases that number their items have posts with the ids of their authors. */
  @ParameterizedTest
  @ValueSource(strings = {ItemType.USER, ItemType.ERASED_USER, "settings", ItemType.REMOVED_COPY})
  void anotherItemWithACopysIdIsNeverRemoved(String type) {
    blog.has(blog.users, "post-1", "user-ann", Map.of("id", "post-1", "type", type, "userId", "u"));

    assertThat(remove(NOW)).isFalse();
    assertThat(remove(NOW.minus(RETENTION))).isFalse();

    nothingIsWritten();
  }

  @Test
  @Trap(11)
  void aRemovalThatLostARaceReadsAgain() {
    doThrow(CosmosFailure.of(404))
        .doAnswer(call -> Responses.toRead(call, storedPost(4)))
        .doAnswer(call -> Responses.toRead(call, storedPost(5)))
        .when(blog.users)
        .readItem(any(), any(), any());
    doThrow(CosmosFailure.of(409)).when(blog.users).createItem(any(), any(), any());
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.written(10))
        .when(blog.users)
        .replaceItem(any(), any(), any(), any());

    assertThat(remove(NOW)).isTrue();

    assertThat(blog.report().requests()).isEqualTo(6);
  }

  /** It would be an old copy of a post that its host believes to be alive. */
  @Test
  @Invariant("I9")
  void aTombstoneIsNotReplacedByACopy() {
    blog.has(blog.users, "post-1", "user-ann", mark(Duration.ofDays(1)));
    blog.has(blog.posts, "post-1", "post-1", storedPost());

    assertThat(blog.repositories().summaries().put(storedPost().summary()))
        .isEqualTo(CopyOutcome.GONE);

    nothingIsWritten();
  }

  @Test
  @Invariant("I3")
  void aPostThatAReplicaLacksIsReadAgain() {
    blog.hasNot(blog.users, "post-1", "user-ann");
    doThrow(CosmosFailure.of(404))
        .doAnswer(call -> Responses.item(stored(storedPost(4)), 1))
        .doAnswer(call -> Responses.item(stored(storedPost(5)), 1))
        .when(blog.posts)
        .readItem(any(), any(), any());

    assertThat(blog.patientRepositories().summaries().put(storedPost(5).summary()))
        .isEqualTo(CopyOutcome.CREATED);

    assertThat(sentCreates(blog.users, 1).get(0).item()).isEqualTo(storedPost(5).summary());
    assertThat(blog.report().retries()).isEqualTo(2);
  }

  /** The batch must be redelivered, because the copy would otherwise be lost. */
  @Test
  @Invariant("I3")
  void aPostThatStaysMissingFailsTheBatchAndIsNotTreatedAsDeleted() {
    blog.hasNot(blog.users, "post-1", "user-ann");
    blog.hasNot(blog.posts, "post-1", "post-1");
    var repositories = blog.patientRepositories();
    assertThatThrownBy(() -> repositories.summaries().put(storedPost(5).summary()))
        .isInstanceOf(StoreUnavailableException.class);

    doAnswer(call -> Responses.item(stored(storedPost(4)), 1))
        .when(blog.posts)
        .readItem(any(), any(), any());
    assertThatThrownBy(() -> repositories.summaries().put(storedPost(5).summary()))
        .as("every replica is behind")
        .isInstanceOf(StoreUnavailableException.class);

    nothingIsWritten();
  }

  /** The name of a copy changes without its version. */
  @Test
  @Invariant("I4")
  void aChangeOfTheOldNameUpdatesACopyButNotItsNewerName() {
    blog.has(blog.users, "post-1", "user-ann", storedPost(4).summary().named(NEW_NAME));

    assertThat(blog.repositories().summaries().put(storedPost(5).summary()))
        .isEqualTo(CopyOutcome.UPDATED);

    verify(blog.users)
        .replaceItem(eq(storedPost(5).summary().named(NEW_NAME)), eq("post-1"), eq(OF_ANN), any());
  }

  @Test
  @Invariant("I4")
  void aNewerNameIsWrittenToACopyOfANewerVersion() {
    blog.has(blog.users, "post-1", "user-ann", storedPost(6));

    PostSummaryItem renamed = storedPost(5).summary().named(NEW_NAME);
    assertThat(blog.repositories().summaries().put(renamed)).isEqualTo(CopyOutcome.UPDATED);

    verify(blog.users)
        .replaceItem(eq(storedPost(6).summary().named(NEW_NAME)), eq("post-1"), eq(OF_ANN), any());
  }

  @ParameterizedTest(name = "a {0} of version 4: {1}")
  @CsvSource({
    "unpublishedPost, 3, true",
    "unpublishedPost, 4, true",
    "unpublishedPost, 5, true",
    "unpublishedPost, 6, false",
    "post, 5, false",
    "removedPost, 5, false"
  })
  @Invariant("I12")
  void aSummaryTellsWhetherReadersSawThePostBefore(String type, long version, boolean unlisted) {
    Map<String, Object> copy =
        Map.of("id", "post-1", "type", type, "userId", "user-ann", "version", 4);
    blog.has(blog.users, "post-1", "user-ann", copy);
    PostSummaries summaries = blog.repositories().summaries();

    assertThat(summaries.wasUnlisted(POST, ANN, version)).isEqualTo(unlisted);
    DeletedPost deleted =
        new DeletedPost(
            POST,
            Optional.of(ANN),
            Optional.empty(),
            version,
            Optional.empty(),
            List.of(),
            List.of());
    assertThat(summaries.remove(deleted, ANN)).isEqualTo(unlisted);
  }

  @Test
  void aPostWithoutASummaryCountsAsSeen() {
    blog.hasNot(blog.users, "post-1", "user-ann");

    assertThat(blog.repositories().summaries().wasUnlisted(POST, ANN, 1)).isFalse();
  }

  @Test
  @Invariant("I12")
  void onlyASummaryThatTheConditionMatchesIsRefreshed() {
    PostSummaries summaries = blog.repositories().summaries();
    PostItem full =
        TestItems.post(storedPost(5)).slug("a").tags("b").properties(Map.of("c", 1)).build();
    PostItem hidden = TestItems.post(storedPost(5)).status("hidden", null).build();

    assertThat(summaries.refresh(full.summary(SummaryRule.DEFAULT.with(Set.of("c")))))
        .as("too many properties for one patch")
        .isFalse();
    assertThat(summaries.refresh(hidden.summary())).as("readers don't see it").isFalse();
    verify(blog.users, never()).patchItem(any(), any(), any(), any(), any());
    assertThat(summaries.refresh(storedPost(5).summary())).isTrue();
    doThrow(CosmosFailure.of(412)).when(blog.users).patchItem(any(), any(), any(), any(), any());
    assertThat(summaries.refresh(storedPost(5).summary())).as("it is newer").isFalse();
  }

  /** A patch can't remove properties, so a summary that may have some is replaced. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSummaryIsRefreshedInPlaceIfNoPropertyCanBeLeft(boolean hasProperties) {
    PostItem post = storedPost(5);
    if (hasProperties) {
      post = TestItems.post(post).properties(Map.of("series", "one")).slug("first").build();
    }
    Repositories repositories =
        Kernel.of(blog.database(settings -> settings.summaryProperties("series")))
            .repositories(report -> {});

    repositories.summaries().refresh(post.summary(SummaryRule.DEFAULT.with(Set.of("series"))));

    ArgumentCaptor<CosmosPatchItemRequestOptions> options = ArgumentCaptor.captor();
    verify(blog.users).patchItem(any(), any(), any(), options.capture(), any());
    String condition = options.getValue().getFilterPredicate();
    assertThat(condition.contains("NOT IS_DEFINED(c.properties)")).isNotEqualTo(hasProperties);
    assertThat(condition.contains("NOT IS_DEFINED(c.slug)")).isNotEqualTo(hasProperties);
  }
}
