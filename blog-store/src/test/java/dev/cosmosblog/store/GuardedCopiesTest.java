package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.NOW_TEXT;
import static dev.cosmosblog.store.MockedContainers.sentCreates;
import static dev.cosmosblog.store.MockedContainers.sentPatch;
import static dev.cosmosblog.store.MockedContainers.storedPost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.RemovedCopyItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.CopyOutcome;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.internal.repository.Users;
import dev.cosmosblog.store.observe.BlogOperation;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmosblog.testsupport.Trap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.ArgumentCaptor;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuardedCopiesTest {
  private static final VersionedName NAME = new VersionedName("Anna", 5);

  private final MockedContainers blog = new MockedContainers().writesAreDone();

  private Repositories repositories() {
    return blog.repositories();
  }

  @Test
  void aMissingCopyIsCreatedBesideItsAuthor() {
    blog.hasNot(blog.users, "post-1", "user-ann");
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    assertThat(repositories().summaries().put(storedPost().summary()))
        .isEqualTo(CopyOutcome.CREATED);
    assertThat(sentCreates(blog.users, 1))
        .singleElement()
        .satisfies(
            sent -> {
              assertThat(sent.item()).isEqualTo(storedPost().summary());
              assertThat(sent.partition()).isEqualTo(new PartitionKey("user-ann"));
            });
  }

  /** A newer copy may have been there, and gone with the post. */
  @Test
  @Invariant("I4")
  void aMissingCopyIsCreatedInThePostsCurrentVersion() {
    blog.hasNot(blog.users, "post-1", "user-ann");
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    assertThat(repositories().summaries().put(storedPost(1).summary()))
        .isEqualTo(CopyOutcome.CREATED);
    assertThat(sentCreates(blog.users, 1).get(0).item()).isEqualTo(storedPost(5).summary());
  }

  /** A copy that went with the post would have left a tombstone, which conflicts. */
  @Test
  @Invariant("I9")
  void theCopyOfANewPostIsCreatedWithoutReads() {
    assertThat(repositories().summaries().put(storedPost(0).summary()))
        .isEqualTo(CopyOutcome.CREATED);
    assertThat(sentCreates(blog.users, 1).get(0).item()).isEqualTo(storedPost(0).summary());
    assertThat(blog.report().requests()).isEqualTo(1);

    doThrow(CosmosFailure.of(409)).when(blog.users).createItem(any(), any(), any());
    blog.has(blog.users, "post-1", "user-ann", RemovedCopyItem.ofSummary("post-1", "user-ann", 9));
    assertThat(repositories().summaries().put(storedPost(0).summary())).isEqualTo(CopyOutcome.GONE);
  }

  /** The tombstone of a removed copy expires a minute early, or is never written. */
  @Test
  @Invariant("I9")
  void theCopyOfANewPostIsCreatedAfterAReadIfTombstonesExpireSoon() {
    blog.hasNot(blog.users, "post-1", "user-ann");
    blog.has(blog.posts, "post-1", "post-1", storedPost());

    putNew(Duration.ofMinutes(59));
    assertThat(sentCreates(blog.users, 1).get(0).item()).isEqualTo(storedPost().summary());
    putNew(Duration.ofHours(1));
    assertThat(sentCreates(blog.users, 2).get(1).item()).isEqualTo(storedPost(0).summary());
  }

  private void putNew(Duration deletedRetention) {
    Kernel.of(blog.database(settings -> settings.deletedRetention(deletedRetention)))
        .repositories(report -> {})
        .summaries()
        .put(storedPost(0).summary());
  }

  @Test
  @Invariant("I4")
  void noCopyIsCreatedForADeletedPostOrAnotherAuthor() {
    blog.hasNot(blog.users, "post-1", "user-ann");
    PostItem mark =
        TestItems.post("post-1")
            .by("user-ann", "")
            .userVersion(4)
            .title("")
            .content("")
            .at(NOW_TEXT)
            .version(9)
            .deleted()
            .build();
    blog.has(blog.posts, "post-1", "post-1", mark);
    assertThat(repositories().summaries().put(storedPost(5).summary())).isEqualTo(CopyOutcome.GONE);

    PostItem anothers =
        TestItems.post("post-1")
            .by("ben", "Ben")
            .userVersion(4)
            .title("")
            .content("")
            .at(NOW_TEXT)
            .version(9)
            .build();
    blog.has(blog.posts, "post-1", "post-1", anothers);
    assertThat(repositories().summaries().put(storedPost(5).summary())).isEqualTo(CopyOutcome.GONE);
    verify(blog.users, never()).createItem(any(), any(), any());
  }

  @Test
  void anOlderCopyIsReplacedUnderItsEtag() {
    blog.has(blog.users, "post-1", "user-ann", storedPost(4));
    assertThat(repositories().summaries().put(storedPost(5).summary()))
        .isEqualTo(CopyOutcome.UPDATED);
    ArgumentCaptor<CosmosItemRequestOptions> options = ArgumentCaptor.captor();
    verify(blog.users)
        .replaceItem(
            eq(storedPost(5).summary()),
            eq("post-1"),
            eq(new PartitionKey("user-ann")),
            options.capture());
    assertThat(options.getValue().getIfMatchETag()).isEqualTo(Responses.ETAG);
    assertThat(options.getValue().isContentResponseOnWriteEnabled()).isFalse();
  }

  @Test
  @Trap(11)
  void aCopyNeverGoesBackInTime() {
    for (long there : new long[] {5, 6}) {
      blog.has(blog.users, "post-1", "user-ann", storedPost(there));
      assertThat(repositories().summaries().put(storedPost(5).summary()))
          .isEqualTo(CopyOutcome.UNCHANGED);
    }
    verify(blog.users, never()).replaceItem(any(), any(), any(), any());
    verify(blog.users, never()).createItem(any(), any(), any());
  }

  @Test
  void aCopyNeverReplacesAnotherItem() {
    blog.has(
        blog.users,
        "post-1",
        "user-ann",
        TestItems.post("post-1")
            .inPartition(null)
            .type("user")
            .by("user-ann", null)
            .title(null)
            .content(null)
            .at((String) null)
            .build());
    Repositories repositories = repositories();
    assertThatThrownBy(() -> repositories.summaries().put(storedPost(5).summary()))
        .isInstanceOf(MalformedItemException.class)
        .hasMessageContaining("expected a post's summary, but found an item of type 'user'");
    verify(blog.users, never()).replaceItem(any(), any(), any(), any());
  }

  @Test
  @Trap(11)
  void aWriterThatLostARaceReadsAgain() {
    doThrow(CosmosFailure.of(404))
        .doAnswer(call -> Responses.toRead(call, storedPost(4)))
        .doAnswer(call -> Responses.toRead(call, storedPost(6)))
        .when(blog.users)
        .readItem(any(), any(), any());
    blog.has(blog.posts, "post-1", "post-1", storedPost(5));
    doThrow(CosmosFailure.of(409)).when(blog.users).createItem(any(), any(), any());
    doThrow(CosmosFailure.of(412)).when(blog.users).replaceItem(any(), any(), any(), any());
    assertThat(repositories().summaries().put(storedPost(5).summary()))
        .isEqualTo(CopyOutcome.UNCHANGED);
    assertThat(blog.report().requests()).isEqualTo(6);
  }

  @Test
  @Trap(12)
  void aNameIsOnlyPatchedIfItIsNewer() {
    assertThat(repositories().names().put(new AuthoredItem("comment-1", "post-1", "comment"), NAME))
        .isTrue();
    MockedContainers.SentPatch sent = sentPatch(blog.posts, "comment-1", "post-1");
    assertThat(sent.operations())
        .usingRecursiveComparison()
        .isEqualTo(
            CosmosPatchOperations.create().set("/userUsername", "Anna").set("/userVersion", 5L));
    assertThat(sent.options().getFilterPredicate())
        .isEqualTo("FROM c WHERE NOT IS_NUMBER(c.userVersion) OR c.userVersion < 5");
    assertThat(sent.options().isContentResponseOnWriteEnabled()).isFalse();
  }

  @Test
  void patchingAPostsNameRaisesItsVersion() {
    repositories().names().put(new AuthoredItem("post-1", "post-1", "post"), NAME);
    assertThat(sentPatch(blog.posts, "post-1", "post-1").operations())
        .usingRecursiveComparison()
        .isEqualTo(
            CosmosPatchOperations.create()
                .set("/userUsername", "Anna")
                .set("/userVersion", 5L)
                .increment("/version", 1));
  }

  @Test
  void aDeletedItemOrOneWithANewerNameIsNotChanged() {
    for (int status : new int[] {404, 412}) {
      doThrow(CosmosFailure.of(status))
          .when(blog.posts)
          .patchItem(any(), any(), any(), any(), any());
      assertThat(repositories().names().put(new AuthoredItem("c", "p", null), NAME)).isFalse();
    }
  }

  @Test
  @Trap({3, 4})
  void aNameIsPropagatedToTheResultsOfAPagedQuery() {
    List<AuthoredItem> carriers =
        List.of(
            new AuthoredItem("a", "post-1", "comment"), new AuthoredItem("b", "post-2", "like"));
    List<AuthoredItem> others = List.of(new AuthoredItem("c", "p", "post"));
    doReturn(
            Responses.pages(
                List.of(
                    Responses.page("more", carriers),
                    Responses.page("and more", List.<AuthoredItem>of()),
                    Responses.page(null, others))))
        .when(blog.posts)
        .queryItems(any(SqlQuerySpec.class), any(), any());
    List<AuthoredItem> found = new ArrayList<>();
    repositories().names().eachStale(ANN, NAME, null, (some, next) -> found.addAll(some));
    assertThat(found).hasSize(3).containsAll(carriers).containsAll(others);
    ArgumentCaptor<SqlQuerySpec> spec = ArgumentCaptor.captor();
    verify(blog.posts, times(1)).queryItems(spec.capture(), any(), any());
    assertThat(spec.getValue().getQueryText())
        .contains("c.userId = @userId", "c.userVersion < @version")
        .doesNotContain("user-ann", "Anna");
    assertThat(spec.getValue().getParameters()).hasSize(6);
  }

  @Test
  void staleItemsArriveAHundredOrMoreAtATime() {
    doReturn(
            Responses.pages(
                List.of(
                    Responses.page("more", items(60)),
                    Responses.page("and more", items(40)),
                    Responses.page(null, items(1)))))
        .when(blog.posts)
        .queryItems(any(SqlQuerySpec.class), any(), any());
    List<Integer> sizes = new ArrayList<>();

    repositories().names().eachStale(ANN, NAME, null, (some, next) -> sizes.add(some.size()));

    assertThat(sizes).containsExactly(100, 1);
  }

  private static List<AuthoredItem> items(int count) {
    return Collections.nCopies(count, new AuthoredItem("a", "post-1", "comment"));
  }

  @Test
  void theCurrentNameIsReadWithItsVersion() {
    blog.withAnn();
    assertThat(repositories().users().currentName(ANN)).contains(new VersionedName("Ann", 4));
    blog.hasNot(blog.users, "user-ann", "user-ann");
    assertThat(repositories().users().currentName(ANN)).isEmpty();
  }

  /** Sixteen point reads take longer than one request to each physical partition. */
  @Test
  @Invariant("I4")
  void manyNamesAreReadTogetherExceptThoseOfErasedOrDamagedUsers() {
    Users users = repositories().users();
    assertThat(users.readsTogether(15)).isFalse();
    assertThat(users.readsTogether(16)).isTrue();
    List<StoredItem> found =
        List.of(
            user("ann", ItemType.USER, 2),
            user("bob", ItemType.ERASED_USER, 2),
            user("cy", ItemType.USER, "two"));
    doAnswer(call -> Responses.page(null, found)).when(blog.users).readMany(any(), any());

    assertThat(users.currentNames(List.of(UserId.of("ann"), UserId.of("bob"), UserId.of("cy"))))
        .containsExactly(Map.entry(UserId.of("ann"), new VersionedName("Ann", 2)));
  }

  private static StoredItem user(String id, String type, Object version) {
    return StoredItem.of(
        Map.of("id", id, "userId", id, "type", type, "username", "Ann", "version", version));
  }

  @Test
  void eachKindOfCopyIsReportedAsASeparateOperation() {
    doAnswer(call -> Responses.toRead(call, storedPost(9)))
        .when(blog.users)
        .readItem(any(), any(), any());
    repositories().summaries().put(storedPost(5).summary());
    assertThat(blog.report().operation()).isEqualTo(BlogOperation.WRITE_SUMMARY);
  }
}
