package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.NOW;
import static dev.cosmosblog.store.MockedContainers.NOW_TEXT;
import static dev.cosmosblog.store.MockedContainers.POST;
import static dev.cosmosblog.store.MockedContainers.sentCreates;
import static dev.cosmosblog.store.MockedContainers.sentPatch;
import static dev.cosmosblog.store.MockedContainers.stored;
import static dev.cosmosblog.store.MockedContainers.storedPost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.ArgumentMatchers.isA;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;

import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.SlugTakenException;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.internal.item.DeletedPost;
import dev.cosmosblog.store.internal.schema.QueryTexts;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmosblog.testsupport.Trap;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;

class PostCommandsTest {
  private static final CreatePost CREATE = CreatePost.of(ANN, "Title", "Text").withId(POST);
  private static final Slug SLUG = Slug.of("first");
  private static final String SLUG_ID = ReservationItem.idOfSlug(SLUG);

  private final MockedContainers blog = new MockedContainers();

  private void postIsThere(PostItem stored) {
    doThrow(CosmosFailure.of(409)).when(blog.posts).createItem(any(), any(), any());
    blog.has(blog.posts, "post-1", "post-1", stored);
  }

  @Test
  @Trap(8)
  void aNewPostIsCreatedInItsPartitionWithItsAuthorsName() {
    blog.withAnn().writesAreDone();

    CommandResult<Post> result = blog.store().createPost(CREATE);

    Post expected = new Post(POST, ANN, "Ann", "Title", "Text", NOW);
    assertThat(result)
        .returns(expected, CommandResult::value)
        .returns(false, CommandResult::alreadyDone);
    assertThat(sentCreates(blog.posts, 1))
        .singleElement()
        .satisfies(
            sent -> {
              assertThat(sent.item())
                  .isEqualTo(
                      TestItems.post("post-1").by("user-ann").userVersion(4).at(NOW_TEXT).build());
              assertThat(sent.partition()).isEqualTo(new PartitionKey("post-1"));
              assertThat(sent.options().isContentResponseOnWriteEnabled()).isFalse();
            });
  }

  @Test
  void aMissingIdAndDateAreGenerated() {
    blog.withAnn().writesAreDone();
    Post post = blog.store().createPost(CreatePost.of(ANN, "Title", "Text")).value();
    assertThat(post.id()).isEqualTo(PostId.of("made-1"));
    assertThat(post.creationDate()).isEqualTo(NOW);
  }

  @Test
  void aGivenDateIsTruncatedToMilliseconds() {
    blog.withAnn().writesAreDone();
    Instant fine = Instant.parse("2020-01-01T00:00:00.123456789Z");
    assertThat(blog.store().createPost(CREATE.writtenAt(fine)).value().creationDate())
        .isEqualTo(Instant.parse("2020-01-01T00:00:00.123Z"));
  }

  @Test
  void theIdOfAnItemThatIsNotAPostIsTaken() {
    blog.withAnn();
    postIsThere(
        TestItems.post("post-1")
            .type("other")
            .by("user-ann", "")
            .title("")
            .content("")
            .at(NOW_TEXT)
            .build());
    assertThatThrownBy(() -> blog.store().createPost(CREATE))
        .isInstanceOfSatisfying(IdTakenException.class, e -> assertThat(e.id()).isEqualTo("post-1"))
        .hasMessageContaining("Choose another id");
    assertThat(blog.report().outcome()).isEqualTo(OperationOutcome.REJECTED);
  }

  @Test
  void aPostOfAMissingAuthorIsRefusedBeforeItIsWritten() {
    blog.hasNot(blog.users, "user-ann", "user-ann");
    BlogStore store = blog.store();
    clearInvocations(blog.posts);
    assertThatThrownBy(() -> store.createPost(CREATE))
        .isInstanceOfSatisfying(
            UserNotFoundException.class, e -> assertThat(e.userId()).isEqualTo(ANN))
        .hasMessageContaining("Create the user first");
    verifyNoInteractions(blog.posts);
  }

  @Test
  @Trap(8)
  void anEditPatchesOnlyTitleAndContent() {
    doAnswer(call -> Responses.item(storedPost(), 10.5))
        .when(blog.posts)
        .patchItem(any(), any(), any(), any(), any());

    Post edited = blog.store().editPost(new EditPost(POST, "New", "Words")).value();

    assertThat(edited).isEqualTo(storedPost().toPost());
    MockedContainers.SentPatch sent = sentPatch(blog.posts, "post-1", "post-1");
    assertThat(sent.operations())
        .usingRecursiveComparison()
        .isEqualTo(
            CosmosPatchOperations.create()
                .set("/title", "New")
                .set("/content", "Words")
                .increment("/editVersion", 1)
                .set("/updatedAt", NOW_TEXT)
                .increment("/version", 1));
    assertThat(sent.options().getFilterPredicate()).isEqualTo(QueryTexts.IS_LIVE_POST);
    assertThat(sent.options().isContentResponseOnWriteEnabled()).isTrue();
    assertThat(sent.options().getIfMatchETag()).isNull();
    assertThat(blog.report().requests()).isEqualTo(1);
  }

  /** Its version is readable, so a repetition would be rejected as well. */
  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aRejectedDeletionIsNotRepeated() {
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    doThrow(CosmosFailure.of(400)).when(blog.posts).patchItem(any(), any(), any(), any(), any());

    assertThatThrownBy(() -> blog.store().deletePost(POST))
        .isInstanceOf(StoreRejectedException.class);

    assertThat(blog.report().requests()).as("the deletion and a read").isEqualTo(2);
  }

  @Test
  void aPostIsFoundByOnePointRead() {
    blog.has(blog.posts, "post-1", "post-1", storedPost());
    assertThat(blog.store().findPost(POST)).contains(storedPost().toPost());
    assertThat(blog.report().requests()).isEqualTo(1);
    assertThat(blog.report().requestUnits()).isEqualTo(1);
  }

  @Test
  void aPostIdMayEqualAnotherUsersIdButNotItsAuthors() {
    assertThat(CreatePost.of(ANN, "", "").withId(PostId.of("user-bob")).id()).isNotNull();
    assertThatThrownBy(() -> CreatePost.of(UserId.of("post-1"), "", "").withId(POST))
        .hasMessageContaining("choose another");
  }

  private void slugIsReserved(String owner, Instant since) {
    doThrow(CosmosFailure.of(409))
        .when(blog.users)
        .createItem(isA(ReservationItem.class), any(), any());
    ReservationItem reservation =
        new ReservationItem(
            SLUG_ID, ItemType.SLUG, SLUG_ID, null, SLUG.value(), owner, ItemDates.text(since));
    blog.has(blog.users, SLUG_ID, SLUG_ID, reservation);
  }

  private void verifySlugTaken() {
    assertThatThrownBy(() -> blog.store().createPost(CREATE.slug(SLUG)))
        .isInstanceOfSatisfying(
            SlugTakenException.class, e -> assertThat(e.slug()).isEqualTo(SLUG));
    verify(blog.users, never()).replaceItem(any(), any(), any(), any());
    verify(blog.posts, never()).createItem(any(), any(), any());
  }

  private void verifySlugTakenOver() {
    blog.store().createPost(CREATE.slug(SLUG));
    ReservationItem ours = ReservationItem.ofSlug(SLUG, POST, NOW);
    verify(blog.users).replaceItem(eq(ours), eq(SLUG_ID), any(), any());
  }

  @Test
  @Invariant("I6")
  void aSlugIsReservedBeforeThePostAndReleasedIfItIsRefused() {
    blog.withAnn().writesAreDone();
    postIsThere(TestItems.post("post-1").by("user-bob").at(NOW_TEXT).build());

    assertThatThrownBy(() -> blog.store().createPost(CREATE.slug(SLUG)))
        .isInstanceOf(IdTakenException.class);

    InOrder order = inOrder(blog.users, blog.posts);
    ReservationItem ours = ReservationItem.ofSlug(SLUG, POST, NOW);
    order.verify(blog.users).createItem(eq(ours), eq(new PartitionKey(SLUG_ID)), any());
    order.verify(blog.posts).createItem(any(), any(), any());
    ArgumentCaptor<CosmosItemRequestOptions> options = ArgumentCaptor.captor();
    order.verify(blog.users).deleteItem(eq(SLUG_ID), any(), options.capture());
    assertThat(options.getValue().getIfMatchETag()).isEqualTo(Responses.ETAG);
  }

  @Test
  @Invariant("I6")
  void aSlugThatAnotherPostHasOrHadIsTaken() {
    blog.withAnn().writesAreDone();
    slugIsReserved("post-2", NOW.minus(Duration.ofDays(1)));
    blog.has(blog.posts, "post-2", "post-2", TestItems.post("post-2").slug("first").build());
    verifySlugTaken();
    PostItem former = TestItems.post("post-2").slug("second", "first").build();
    blog.has(blog.posts, "post-2", "post-2", former);
    verifySlugTaken();
  }

  @Test
  @Invariant("I6")
  void aSlugWhoseOwnerIsInvalidIsTaken() {
    blog.withAnn().writesAreDone();
    slugIsReserved("a/b", NOW.minus(Duration.ofDays(1)));
    blog.hasNot(blog.posts, "post-1", "post-1");
    verifySlugTaken();
  }

  @Test
  @Invariant("I6")
  void aSlugThatItsPostLacksIsTakenForFiveMinutes() {
    blog.withAnn().writesAreDone();
    Instant since = NOW.minus(Duration.ofMinutes(5));
    blog.has(blog.posts, "post-2", "post-2", TestItems.post("post-2").slug("second").build());
    slugIsReserved("post-2", since);
    verifySlugTaken();
    slugIsReserved("post-2", since.minusMillis(1));
    verifySlugTakenOver();
  }

  @Test
  @Invariant("I6")
  void aSlugOfADeletedPostIsFreeAtOnce() {
    blog.withAnn().writesAreDone();
    slugIsReserved("post-2", NOW);
    PostItem deleted = TestItems.post("post-2").slug("first").deleted().build();
    blog.has(blog.posts, "post-2", "post-2", deleted);
    verifySlugTakenOver();
  }

  @Test
  void aPostIsFoundByTheReservationOfItsSlug() {
    PostItem post = TestItems.post("post-1").by("user-ann").at(NOW_TEXT).slug("first").build();
    blog.has(blog.posts, "post-1", "post-1", post);
    slugIsReserved("post-1", NOW);
    assertThat(blog.store().findPostBySlug(SLUG)).contains(post.toPost());
    slugIsReserved("a/b", NOW);
    assertThat(blog.store().findPostBySlug(SLUG)).isEmpty();
    blog.hasNot(blog.users, SLUG_ID, SLUG_ID);
    assertThat(blog.store().findPostBySlug(SLUG)).isEmpty();
  }

  @Test
  @Invariant("I9")
  void theSlugsOfADeletedPostAreReleased() {
    PostItem without = TestItems.post("post-1").by("user-ann").deleted().build();
    PostItem with = TestItems.post("post-1").by("user-ann").slug("first").deleted().build();
    blog.writesAreDone();
    slugIsReserved("post-1", NOW);

    blog.repositories().slugs().release(DeletedPost.of(stored(without)));
    verify(blog.users, never()).deleteItem(any(), any(), any());

    blog.repositories().slugs().release(DeletedPost.of(stored(with)));
    verify(blog.users).deleteItem(eq(SLUG_ID), any(), any());
  }
}
