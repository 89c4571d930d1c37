package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.NOW;
import static dev.cosmosblog.store.MockedContainers.ann;
import static dev.cosmosblog.store.MockedContainers.sentCreates;
import static dev.cosmosblog.store.MockedContainers.sentPatch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.ArgumentMatchers.isA;
import static org.mockito.Mockito.clearInvocations;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlQuerySpec;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemDates;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.VersionedName;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.UsernameTakenException;
import dev.cosmosblog.store.internal.item.AuthoredItem;
import dev.cosmosblog.store.internal.item.StoredItem;
import dev.cosmosblog.store.internal.repository.Users;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import dev.cosmosblog.testsupport.Trap;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mockito.ArgumentCaptor;
import org.mockito.InOrder;

/** C1 and Q1, with the requests that reserve a name. */
class UserCommandsTest {
  private static final String ANN_NAME = ReservationItem.idOfUsername("Ann");
  private static final String EVE_NAME = ReservationItem.idOfUsername("Eve");
  private static final UserId BOB = UserId.of("user-bob");
  private static final CreateUser CREATE = CreateUser.named("Ann").withId(ANN);
  private static final Duration GRACE = Duration.ofMinutes(5);

  private final MockedContainers blog = new MockedContainers().writesAreDone();

  private void userIsThere() {
    doThrow(CosmosFailure.of(409)).when(blog.users).createItem(isA(UserItem.class), any(), any());
  }

  private void isReserved(String username, UserId owner, Instant since) {
    String id = ReservationItem.idOfUsername(username);
    doThrow(CosmosFailure.of(409))
        .when(blog.users)
        .createItem(isA(ReservationItem.class), eq(new PartitionKey(id)), any());
    blog.has(blog.users, id, id, ReservationItem.ofUsername(username, owner, since));
  }

  private ArgumentCaptor<CosmosItemRequestOptions> verifyDeleted(InOrder order, String id) {
    ArgumentCaptor<CosmosItemRequestOptions> options = ArgumentCaptor.captor();
    order.verify(blog.users).deleteItem(eq(id), eq(new PartitionKey(id)), options.capture());
    return options;
  }

  @Test
  @Trap(10)
  void theNameIsReservedInASeparatePartitionBeforeTheUserIsWritten() {
    assertThat(blog.store().createUser(CREATE))
        .returns(new User(ANN, "Ann"), CommandResult::value)
        .returns(false, CommandResult::alreadyDone);

    assertThat(sentCreates(blog.users, 2))
        .satisfiesExactly(
            first -> {
              assertThat(first.item()).isEqualTo(ReservationItem.ofUsername("Ann", ANN, NOW));
              assertThat(first.partition()).isEqualTo(new PartitionKey(ANN_NAME));
              assertThat(first.options().isContentResponseOnWriteEnabled()).isFalse();
            },
            second -> {
              assertThat(second.item()).isEqualTo(UserItem.of(new User(ANN, "Ann")));
              assertThat(second.partition()).isEqualTo(new PartitionKey("user-ann"));
              assertThat(second.options().isContentResponseOnWriteEnabled()).isFalse();
            });
  }

  @Test
  void aUserWithoutAnIdGetsOne() {
    assertThat(blog.store().createUser(CreateUser.named("Ann")).value())
        .isEqualTo(new User(UserId.of("made-1"), "Ann"));
  }

  @Test
  @Trap(10)
  void aTakenNameIsRefusedBeforeTheUserIsWritten() {
    isReserved("Ann", BOB, NOW.minus(GRACE).minusMillis(1));
    blog.has(blog.users, "user-bob", "user-bob", UserItem.of(new User(BOB, "ANN")));
    assertThatThrownBy(() -> blog.store().createUser(CREATE))
        .isInstanceOfSatisfying(
            UsernameTakenException.class, e -> assertThat(e.username()).isEqualTo("Ann"))
        .hasMessageContaining("Choose another");
    verify(blog.users, never()).createItem(isA(UserItem.class), any(), any());
    verify(blog.users, never()).replaceItem(any(), any(), any(), any());
  }

  @Test
  @Trap(10)
  void anUnfinishedReservationIsRespectedForFiveMinutes() {
    isReserved("Ann", BOB, NOW.minus(GRACE));
    blog.hasNot(blog.users, "user-bob", "user-bob");
    assertThatThrownBy(() -> blog.store().createUser(CREATE))
        .isInstanceOf(UsernameTakenException.class);
    verify(blog.users, never()).replaceItem(any(), any(), any(), any());
  }

  @Test
  @Trap(10)
  void anUnfinishedReservationIsTakenOverAfterFiveMinutesUnderItsEtag() {
    isReserved("Ann", BOB, NOW.minus(GRACE).minusMillis(1));
    blog.hasNot(blog.users, "user-bob", "user-bob");

    assertThat(blog.store().createUser(CREATE).value()).isEqualTo(new User(ANN, "Ann"));

    ArgumentCaptor<CosmosItemRequestOptions> options = ArgumentCaptor.captor();
    verify(blog.users)
        .replaceItem(
            eq(ReservationItem.ofUsername("Ann", ANN, NOW)),
            eq(ANN_NAME),
            eq(new PartitionKey(ANN_NAME)),
            options.capture());
    assertThat(options.getValue().getIfMatchETag()).isEqualTo(Responses.ETAG);
  }

  @Test
  @Trap(10)
  void aReservationWhoseUserHasAnotherNameIsTakenOver() {
    isReserved("Ann", BOB, NOW.minus(GRACE).minusMillis(1));
    blog.has(blog.users, "user-bob", "user-bob", UserItem.of(new User(BOB, "Bob")));
    blog.store().createUser(CREATE);
    verify(blog.users).replaceItem(any(), eq(ANN_NAME), any(), any());
  }

  @Test
  @Trap(10)
  void aReservationOfTheSameUserIsRewrittenSoThatNobodyReleasesIt() {
    isReserved("Ann", ANN, NOW.minusSeconds(1));
    blog.hasNot(blog.users, "user-ann", "user-ann");
    assertThat(blog.store().createUser(CREATE).alreadyDone()).isFalse();
    verify(blog.users)
        .replaceItem(eq(ReservationItem.ofUsername("Ann", ANN, NOW)), eq(ANN_NAME), any(), any());
  }

  @Test
  @Trap(10)
  @Invariant("I6")
  void aReservationThatChangedBeforeItWasTakenOverIsReadAgain() {
    isReserved("Ann", BOB, NOW.minus(GRACE).minusMillis(1));
    blog.hasNot(blog.users, "user-bob", "user-bob");
    doThrow(CosmosFailure.of(412))
        .doAnswer(call -> Responses.written(10))
        .when(blog.users)
        .replaceItem(any(), any(), any(), any());

    blog.store().createUser(CREATE);

    verify(blog.users, times(2)).readItem(eq(ANN_NAME), any(), any());
    verify(blog.users, times(2)).replaceItem(any(), eq(ANN_NAME), any(), any());
  }

  @Test
  void aNameThatIsReleasedWhileItIsClaimedIsReserved() {
    doThrow(CosmosFailure.of(409))
        .doAnswer(call -> Responses.written(6))
        .when(blog.users)
        .createItem(isA(ReservationItem.class), any(), any());
    blog.hasNot(blog.users, ANN_NAME, ANN_NAME);

    assertThat(blog.store().createUser(CREATE).alreadyDone()).isFalse();

    verify(blog.users, times(2)).createItem(isA(ReservationItem.class), any(), any());
  }

  @Test
  @Invariant("I7")
  void aRepeatedCreateKeepsTheUsersReservation() {
    isReserved("Ann", ANN, NOW.minusSeconds(1));
    userIsThere();
    blog.withAnn();

    assertThat(blog.store().createUser(CREATE))
        .returns(ann(), CommandResult::value)
        .returns(true, CommandResult::alreadyDone);

    verify(blog.users, never()).replaceItem(any(), any(), any(), any());
    verify(blog.users, never()).deleteItem(any(), any(), any());
  }

  /** Another user may have the name that an invalid owner has reserved. */
  @Test
  @Trap(10)
  @Invariant("I6")
  void aNameWithAnInvalidOwnerBelongsToNobodyButItsUser() {
    String yesterday = ItemDates.text(NOW.minus(Duration.ofDays(1)));
    doThrow(CosmosFailure.of(409))
        .when(blog.users)
        .createItem(isA(ReservationItem.class), any(), any());
    blog.has(
        blog.users,
        ANN_NAME,
        ANN_NAME,
        new ReservationItem(ANN_NAME, ItemType.USERNAME, ANN_NAME, "Ann", null, "a/b", yesterday));
    blog.hasNot(blog.users, "user-bob", "user-bob");
    blog.withAnn();

    assertThatThrownBy(() -> blog.store().createUser(CreateUser.named("Ann").withId(BOB)))
        .isInstanceOf(UsernameTakenException.class);
    verify(blog.users, never()).replaceItem(any(), any(), any(), any());

    userIsThere();
    assertThat(blog.store().createUser(CREATE).alreadyDone()).isTrue();
    verify(blog.users)
        .replaceItem(eq(ReservationItem.ofUsername("Ann", ANN, NOW)), any(), any(), any());
  }

  @Test
  void theIdOfAnItemThatIsNotAUserIsTakenAndTheNameIsReleased() {
    userIsThere();
    blog.has(
        blog.users,
        "user-ann",
        "user-ann",
        TestItems.user("user-ann").type("post").named("Ann").build());
    assertThatThrownBy(() -> blog.store().createUser(CREATE))
        .isInstanceOfSatisfying(
            IdTakenException.class, e -> assertThat(e.id()).isEqualTo("user-ann"));
    assertThat(verifyDeleted(inOrder(blog.users), ANN_NAME).getValue().getIfMatchETag())
        .isEqualTo(Responses.ETAG);
  }

  @Test
  @Trap(10)
  void aNewNameIsReleasedIfTheUserHasAnother() {
    userIsThere();
    blog.withAnn();
    assertThatThrownBy(() -> blog.store().createUser(CreateUser.named("Eve").withId(ANN)))
        .isInstanceOf(IdTakenException.class);
    verifyDeleted(inOrder(blog.users), EVE_NAME);
  }

  @Test
  @Trap(10)
  void aNameThatWasReservedBeforeIsNotReleasedByAFailedCreate() {
    isReserved("Eve", ANN, NOW.minusSeconds(1));
    userIsThere();
    blog.withAnn();
    assertThatThrownBy(() -> blog.store().createUser(CreateUser.named("Eve").withId(ANN)))
        .isInstanceOf(IdTakenException.class);
    verify(blog.users, never()).deleteItem(any(), any(), any());
  }

  /** The user may be another program's, who had no reservation until this one. */
  @Test
  @Trap(10)
  @Invariant("I6")
  void aReservationThatAnotherSpellingOfTheNameNeedsIsNotReleasedByAFailedCreate() {
    userIsThere();
    blog.withAnn();
    CreateUser otherSpelling = CreateUser.named("ANN").withId(ANN);
    assertThatThrownBy(() -> blog.store().createUser(otherSpelling))
        .isInstanceOf(IdTakenException.class);
    verify(blog.users, never()).deleteItem(any(), any(), any());
  }

  @Test
  @Trap(10)
  void aRenameReservesThenWritesThenReleasesUnderTheEtagFromBefore() {
    blog.withAnn();
    blog.has(
        blog.users,
        ANN_NAME,
        ANN_NAME,
        ReservationItem.ofUsername("Ann", ANN, NOW.minusSeconds(9)));

    assertThat(blog.store().renameUser(ANN, "Eve"))
        .returns(new User(ANN, "Eve", 5), CommandResult::value)
        .returns(false, CommandResult::alreadyDone);

    InOrder order = inOrder(blog.users);
    order.verify(blog.users).readItem(eq("user-ann"), any(), any());
    order.verify(blog.users).readItem(eq(ANN_NAME), any(), any());
    order
        .verify(blog.users)
        .createItem(
            eq(ReservationItem.ofUsername("Eve", ANN, NOW)), eq(new PartitionKey(EVE_NAME)), any());
    order.verify(blog.users).patchItem(eq("user-ann"), any(), any(), any(), any());
    assertThat(verifyDeleted(order, ANN_NAME).getValue().getIfMatchETag())
        .isEqualTo(Responses.ETAG);
    assertThat(blog.report().requests()).isEqualTo(5);
  }

  @Test
  void aRenamePatchesTheNameUnderTheUsersEtag() {
    blog.withAnn();
    blog.hasNot(blog.users, ANN_NAME, ANN_NAME);
    blog.store().renameUser(ANN, "Eve");
    MockedContainers.SentPatch sent = sentPatch(blog.users, "user-ann", "user-ann");
    assertThat(sent.operations())
        .usingRecursiveComparison()
        .isEqualTo(CosmosPatchOperations.create().set("/username", "Eve").increment("/version", 1));
    assertThat(sent.options().getIfMatchETag()).isEqualTo(Responses.ETAG);
    assertThat(sent.options().getFilterPredicate()).isNull();
    assertThat(sent.options().isContentResponseOnWriteEnabled()).isFalse();
    verify(blog.users, never()).deleteItem(any(), any(), any());
  }

  @Test
  @Trap(10)
  void aRenameKeepsAnotherUsersReservation() {
    blog.withAnn();
    isReserved("Ann", BOB, NOW.minusSeconds(1));
    blog.store().renameUser(ANN, "Eve");
    verify(blog.users, never()).deleteItem(any(), any(), any());
  }

  @Test
  @Trap(10)
  void aRenameReleasesAReservationWhoseOwnerIsUnreadable() {
    blog.withAnn();
    blog.has(
        blog.users, ANN_NAME, ANN_NAME, Map.of("id", ANN_NAME, "type", "username", "ownerId", 7));
    blog.store().renameUser(ANN, "Eve");
    verifyDeleted(inOrder(blog.users), ANN_NAME);
  }

  @Test
  void aRenameToTheCurrentNameIsAlreadyDoneIfThePrimaryHasIt() {
    blog.withAnn().noUserIsNewer();

    assertThat(blog.store().renameUser(ANN, "Ann"))
        .returns(ann(), CommandResult::value)
        .returns(true, CommandResult::alreadyDone);

    MockedContainers.SentPatch sent = sentPatch(blog.users, "user-ann", "user-ann");
    assertThat(sent.operations())
        .usingRecursiveComparison()
        .isEqualTo(CosmosPatchOperations.create().increment("/version", 0));
    assertThat(sent.options().getFilterPredicate()).isEqualTo("FROM c WHERE c.version > 4");
    assertThat(blog.report().requests()).isEqualTo(2);
  }

  @Test
  void aRenameToATakenNameChangesNothing() {
    blog.withAnn();
    blog.hasNot(blog.users, ANN_NAME, ANN_NAME);
    isReserved("Eve", BOB, NOW.minusSeconds(1));
    blog.hasNot(blog.users, BOB.value(), BOB.value());
    assertThatThrownBy(() -> blog.store().renameUser(ANN, "Eve"))
        .isInstanceOf(UsernameTakenException.class);
    verify(blog.users, never()).patchItem(any(), any(), any(), any(), any());
    verify(blog.users, never()).deleteItem(any(), any(), any());
  }

  @Test
  void aRenameOfAMissingUserReservesNothing() {
    blog.hasNot(blog.users, "user-ann", "user-ann");
    assertThatThrownBy(() -> blog.store().renameUser(ANN, "Eve"))
        .isInstanceOf(UserNotFoundException.class);
    verify(blog.users, never()).createItem(any(), any(), any());
  }

  @Test
  void aUserIsFoundByOnePointRead() {
    blog.withAnn();
    assertThat(blog.store().findUser(ANN)).contains(ann());
    assertThat(blog.report().requests()).isEqualTo(1);
  }

  @Test
  void aUserIsFoundByTheReservationOfTheNameThatItHas() {
    blog.withAnn();
    isReserved("Ann", ANN, NOW);
    assertThat(blog.store().findUserByUsername("ann")).contains(ann());
    isReserved("Eve", ANN, NOW);
    assertThat(blog.store().findUserByUsername("Eve")).isEmpty();
  }

  @Test
  void anItemOfAnotherTypeIsNoUser() {
    blog.has(
        blog.users, "user-ann", "user-ann", TestItems.user("user-ann").type("summary").build());
    assertThat(blog.store().findUser(ANN)).isEmpty();
    assertThatThrownBy(() -> blog.store().eraseUser(EraseUser.anonymize(ANN)))
        .isInstanceOf(UserNotFoundException.class);
    verify(blog.users, never()).patchItem(any(), any(), any(), any(), any());
  }

  @Test
  void theNamesOfUsersAreThoseOfTheirItems() {
    blog.withAnn();
    VersionedName name = new VersionedName("Ann", 4);
    Users users = blog.repositories().users();
    assertThat(users.currentName(ANN)).contains(name);

    Map<String, Object> malformed = Map.of("id", "user-bob", "type", "user", "version", "x");
    UserItem other = TestItems.user("user-eve").type("summary").build();
    List<StoredItem> found =
        List.of(
            MockedContainers.stored(MockedContainers.storedAnn()),
            StoredItem.of(malformed),
            MockedContainers.stored(other));
    doReturn(Responses.page(null, found)).when(blog.users).readMany(any(), eq(StoredItem.class));
    assertThat(users.currentNames(List.of(ANN, BOB, UserId.of("user-eve"))))
        .isEqualTo(Map.of(ANN, name));
    assertThat(users.readsTogether(1)).isFalse();
    assertThat(users.readsTogether(1000)).isTrue();
  }

  /** Has Ann as a tombstone of an unfinished anonymization, and likes of hers. */
  private void annIsErasedFromLikesOf(String... posts) {
    annIsErased(
        Erasure.ANONYMISE,
        Stream.of(posts)
            .map(post -> new AuthoredItem("like~user-ann", post, ItemType.LIKE))
            .toArray(AuthoredItem[]::new));
  }

  private void annIsErased(Erasure erasure, AuthoredItem... items) {
    Map<String, Object> tombstone =
        Map.of(
            "id",
            "user-ann",
            "userId",
            "user-ann",
            "type",
            "erasedUser",
            "username",
            "[deleted]",
            "version",
            VersionedName.LAST_VERSION,
            "erasure",
            erasure.name(),
            "formerUsername",
            "Ann");
    blog.has(blog.users, "user-ann", "user-ann", tombstone);
    blog.hasNot(blog.frontPage, "newest", "feed");
    String reservation = ReservationItem.idOfUsername("Ann");
    blog.has(blog.users, reservation, reservation, ReservationItem.ofUsername("Ann", ANN, NOW));
    List<AuthoredItem> left = new ArrayList<>(List.of(items));
    doAnswer(
            call -> {
              List<AuthoredItem> page = left.isEmpty() ? List.of() : List.of(left.remove(0));
              return Responses.pages(List.of(Responses.page(null, page)));
            })
        .when(blog.posts)
        .queryItems(any(SqlQuerySpec.class), any(), any());
    // The query for the summaries of posts that are gone finds none.
    doReturn(Responses.pages(List.of(Responses.page(null, List.of()))))
        .when(blog.users)
        .queryItems(any(SqlQuerySpec.class), any(), any());
  }

  @ParameterizedTest
  @EnumSource(Erasure.class)
  @Invariant("I9")
  void onlyTheTombstoneOfARemovedUserExpires(Erasure erasure) {
    annIsErased(erasure);

    blog.store().eraseUser(new EraseUser(ANN, erasure, "x"));

    CosmosPatchOperations end = CosmosPatchOperations.create().remove("/formerUsername");
    if (erasure == Erasure.REMOVE) {
      end.set("/ttl", Duration.ofDays(7).toSeconds());
    }
    assertThat(sentPatch(blog.users, "user-ann", "user-ann").operations())
        .usingRecursiveComparison()
        .isEqualTo(end);
  }

  /** The post was deleted, or another program has made its counts unreadable. */
  @Test
  @Invariant("I9")
  void aLikeOfAPostWithoutCountsIsDeletedAlone() {
    CosmosBatchResponse done = Responses.batchDone(5);
    assertThat(removedLikes(done, Map.of())).isEqualTo(1);
    verify(blog.posts, never()).deleteItem(any(), any(), any());

    CosmosBatchResponse deleted = Responses.batchFailedAt(1, 412, 0);
    assertThat(removedLikes(deleted, Map.of())).isEqualTo(1);
    verify(blog.posts, times(1)).deleteItem(eq("like~user-ann"), any(), any());

    CosmosBatchResponse rejected = Responses.batchFailedAt(1, 400, 0);
    assertThat(removedLikes(rejected, Map.of("likeCount", "many"))).isEqualTo(1);
    verify(blog.posts, times(2)).deleteItem(eq("like~user-ann"), any(), any());

    assertThat(removedLikes(rejected, Map.of("likeCount", 1))).isZero();
    verify(blog.posts, times(2)).deleteItem(eq("like~user-ann"), any(), any());
  }

  private long removedLikes(CosmosBatchResponse answer, Map<String, Object> post) {
    annIsErased(Erasure.REMOVE, new AuthoredItem("like~user-ann", "post-1", ItemType.LIKE));
    blog.has(blog.posts, "post-1", "post-1", StoredItem.of(post));
    doReturn(answer).when(blog.posts).executeCosmosBatch(any());
    return blog.store().eraseUser(EraseUser.remove(ANN)).value().posts().removed();
  }

  /** An item may be written, or become visible on a replica, while the others are erased. */
  @ParameterizedTest
  @EnumSource(Erasure.class)
  @Invariant("I9")
  void anErasureQueriesUntilNothingIsLeft(Erasure erasure) {
    blog.hasNot(blog.users, "post-1", "user-ann");
    blog.has(blog.posts, "post-1", "post-1", TestItems.post("post-1").build());
    doReturn(Responses.batchDone(5)).when(blog.posts).executeCosmosBatch(any());
    annIsErased(
        erasure,
        new AuthoredItem("like~user-ann", "post-1", ItemType.LIKE),
        new AuthoredItem("post-1", "post-1", ItemType.POST));

    ErasureReport report = blog.store().eraseUser(new EraseUser(ANN, erasure, "x")).value();

    assertThat(report.posts().anonymized() + report.posts().removed()).isEqualTo(2);
    verify(blog.posts, times(3)).queryItems(any(SqlQuerySpec.class), any(), any());
  }

  /** The query's replica lags, or another host erases the same user. */
  @ParameterizedTest
  @EnumSource(Erasure.class)
  @Invariant("I9")
  void itemsThatWereErasedBeforeDoNotPreventTheEnd(Erasure erasure) {
    AuthoredItem like = new AuthoredItem("like~user-ann", "post-1", ItemType.LIKE);
    AuthoredItem post = new AuthoredItem("post-1", "post-1", ItemType.POST);
    blog.hasNot(blog.users, "post-1", "user-ann");
    blog.has(blog.posts, "post-1", "post-1", TestItems.post("post-1").deleted().build());
    doThrow(CosmosFailure.of(412)).when(blog.posts).patchItem(any(), any(), any(), any(), any());
    CosmosBatchResponse missing = Responses.batchFailedAt(0, 404, 0);
    doReturn(missing).when(blog.posts).executeCosmosBatch(any());
    doThrow(CosmosFailure.of(404)).when(blog.posts).deleteItem(any(), any(), any());

    for (AuthoredItem item : List.of(like, post)) {
      clearInvocations(blog.posts);
      annIsErased(erasure, item, item);
      ErasureReport report = blog.store().eraseUser(new EraseUser(ANN, erasure, "x")).value();
      assertThat(report.posts().anonymized() + report.posts().removed()).isZero();
      verify(blog.posts, times(1)).queryItems(any(SqlQuerySpec.class), any(), any());
    }
  }

  @Test
  @Invariant("I6")
  void anErasureReleasesTheNameUnlessAnotherCommandReliesOnIt() {
    annIsErasedFromLikesOf();
    assertThat(blog.store().eraseUser(EraseUser.anonymize(ANN)).value().users().removed())
        .isEqualTo(1);

    doThrow(CosmosFailure.of(412)).when(blog.users).deleteItem(any(), any(), any());
    clearInvocations(blog.users);
    assertThat(blog.store().eraseUser(EraseUser.anonymize(ANN)).value().users().removed()).isZero();
    verify(blog.users, times(3)).deleteItem(eq(ANN_NAME), any(), any());
  }

  /** A replica lags, and the primary has the reservation. */
  @Test
  @Invariant("I9")
  void anErasureReleasesANameThatAReplicaLacks() {
    annIsErasedFromLikesOf();
    blog.hasNot(blog.users, ANN_NAME, ANN_NAME);
    ReservationItem reservation = ReservationItem.ofUsername("Ann", ANN, NOW);
    doAnswer(call -> Responses.item(Responses.as(StoredItem.class, reservation), 10))
        .when(blog.users)
        .patchItem(eq(ANN_NAME), any(), any(), any(), any());

    assertThat(blog.store().eraseUser(EraseUser.anonymize(ANN)).value().users().removed())
        .isEqualTo(1);

    assertThat(verifyDeleted(inOrder(blog.users), ANN_NAME).getValue().getIfMatchETag())
        .isEqualTo(Responses.ETAG);
  }

  @Test
  @Invariant("I6")
  void anErasureKeepsANameThatIsAnothersNowOrMissing() {
    annIsErasedFromLikesOf();
    isReserved("Ann", BOB, NOW);
    doThrow(CosmosFailure.of(412))
        .when(blog.users)
        .patchItem(eq(ANN_NAME), any(), any(), any(), any());
    assertThat(blog.store().eraseUser(EraseUser.anonymize(ANN)).value().users().removed()).isZero();

    blog.hasNot(blog.users, ANN_NAME, ANN_NAME);
    doThrow(CosmosFailure.of(404))
        .when(blog.users)
        .patchItem(eq(ANN_NAME), any(), any(), any(), any());
    assertThat(blog.store().eraseUser(EraseUser.anonymize(ANN)).value().users().removed()).isZero();

    verify(blog.users, never()).deleteItem(any(), any(), any());
  }

  /** Created again, perhaps, after the tombstone expired. */
  @Test
  @Invariant("I9")
  void nothingOfALiveUserIsErasedByALateHost() {
    blog.withAnn();
    AuthoredItem like = new AuthoredItem("like~user-ann", "post-1", ItemType.LIKE);

    assertThat(blog.repositories().erasures().finish(ANN)).isFalse();
    assertThat(blog.repositories().erasures().finish(ANN, () -> true)).isTrue();
    assertThat(blog.repositories().erasures().eraseLate(like, ANN)).isFalse();

    verify(blog.posts, never()).queryItems(any(SqlQuerySpec.class), any(), any());
    verify(blog.posts, never()).patchItem(any(), any(), any(), any(), any());
  }

  @Test
  @Invariant("I9")
  void aLateItemLosesItsName() {
    annIsErasedFromLikesOf();
    AuthoredItem like = new AuthoredItem("like~user-ann", "post-1", ItemType.LIKE);

    assertThat(blog.repositories().erasures().eraseLate(like, ANN)).isTrue();
    doThrow(CosmosFailure.of(404)).when(blog.posts).patchItem(any(), any(), any(), any(), any());
    assertThat(blog.repositories().erasures().eraseLate(like, ANN)).as("removed").isFalse();
  }

  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @Invariant("I10")
  void anItemInAFullPartitionEndsTheErasure() {
    annIsErasedFromLikesOf("first", "first", "first");
    doThrow(CosmosFailure.of(403, 1014))
        .when(blog.posts)
        .patchItem(any(), any(), any(), any(), any());

    ErasureReport report = blog.store().eraseUser(EraseUser.anonymize(ANN)).value();

    assertThat(report.posts().anonymized()).isZero();
    assertThat(blog.report().malformed()).containsExactly("like~user-ann");
    verify(blog.posts, times(1)).queryItems(any(SqlQuerySpec.class), any(), any());
  }
}
