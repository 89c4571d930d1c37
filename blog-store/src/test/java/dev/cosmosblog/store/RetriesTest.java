package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.lenient;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.util.CosmosPagedIterable;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.error.SdkFailureException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.ThrottledException;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.spi.RetryTimer;
import dev.cosmosblog.testsupport.TestItems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Retries: which requests, after which waits, for how long. Time passes only where the test says
 * so.
 */
class RetriesTest {
  private static final UserItem ANN_ITEM = TestItems.user(ANN.value()).version(4).build();

  private final MockedContainers blog = new MockedContainers();
  private final List<Duration> waits = new ArrayList<>();

  /** Time passes while the store waits, and with each request as a test says. */
  private long nanos;

  private final RetryTimer waiting =
      new RetryTimer(
          () -> nanos,
          () -> 0.5,
          time -> {
            waits.add(time);
            nanos += time.toNanos();
          });

  private BlogStore store(RetryPolicy policy) {
    return blog.store(
        settings ->
            settings.retryPolicy(policy).environment(MockedContainers.ENVIRONMENT.with(waiting)));
  }

  private static RetryPolicy policy() {
    return RetryPolicy.standard();
  }

  private void readsFailOnce(CosmosFailure failure) {
    when(blog.users.readItem(any(), any(), any()))
        .thenThrow(failure)
        .thenAnswer(call -> Responses.item(ANN_ITEM, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "404, 1002",
    "404, 1013",
    "408, 0",
    "410, 0",
    "410, 1002",
    "410, 1007",
    "410, 1008",
    "429, 3200",
    "449, 0",
    "502, 0",
    "503, 10001",
    "504, 0"
  })
  void aTransientFailureIsRetried(int status, int subStatus) {
    readsFailOnce(CosmosFailure.of(status, subStatus));
    assertThat(store(policy()).findUser(ANN)).contains(MockedContainers.ann());
    assertThat(blog.report().retries()).isEqualTo(1);
    assertThat(blog.report().requests()).isEqualTo(2);
    assertThat(blog.report().requestUnits()).isEqualTo(1 + CosmosFailure.CHARGE);
  }

  @ParameterizedTest
  @CsvSource({"400, 0", "401, 0", "403, 0", "404, 1003", "413, 0", "500, 0"})
  void aPermanentFailureIsNotRetried(int status, int subStatus) {
    readsFailOnce(CosmosFailure.of(status, subStatus));
    BlogStore store = store(policy());
    assertThatThrownBy(() -> store.findUser(ANN)).isInstanceOf(StoreException.class);
    assertThat(waits).isEmpty();
  }

  @Test
  void throttlingInSeveralPartitionsOfOneRequestIsRetried() {
    // Reactor's composite has the failures of the partitions; the SDK may wrap it once more.
    RuntimeException composite = new RuntimeException("Multiple exceptions");
    composite.addSuppressed(CosmosFailure.of(429, 3200));
    composite.addSuppressed(CosmosFailure.of(429, 3200));
    when(blog.users.readItem(any(), any(), any()))
        .thenThrow(new IllegalStateException(composite))
        .thenAnswer(call -> Responses.item(ANN_ITEM, 1));
    assertThat(store(policy()).findUser(ANN)).contains(MockedContainers.ann());
    assertThat(blog.report().retries()).isEqualTo(1);
  }

  @Test
  void aFailureOtherThanACosmosExceptionIsNotRetried() {
    when(blog.users.readItem(any(), any(), any())).thenThrow(new IllegalArgumentException("no"));
    BlogStore store = store(policy());
    assertThatThrownBy(() -> store.findUser(ANN)).isInstanceOf(SdkFailureException.class);
    assertThat(waits).isEmpty();
  }

  @Test
  void delaysDoubleUpToTheMaximumAndAreRandomized() {
    when(blog.users.readItem(any(), any(), any())).thenThrow(CosmosFailure.of(503));
    BlogStore store =
        store(
            policy().withMaxRetries(5).withDelays(Duration.ofMillis(100), Duration.ofMillis(500)));
    assertThatThrownBy(() -> store.findUser(ANN)).isInstanceOf(StoreUnavailableException.class);
    assertThat(waits).extracting(Duration::toMillis).containsExactly(50L, 100L, 200L, 250L, 250L);
    assertThat(blog.report().retries()).isEqualTo(5);
  }

  @Test
  void aThrottledRequestFirstWaitsAsTheServiceRequests() {
    readsFailOnce(CosmosFailure.throttled(340));
    store(policy()).findUser(ANN);
    assertThat(waits).containsExactly(Duration.ofMillis(340 + 25));
  }

  @Test
  void aDelayBeyondTheDeadlineDoesNotBegin() {
    when(blog.users.readItem(any(), any(), any())).thenThrow(CosmosFailure.throttled(4_000));
    BlogStore store = store(policy().withDeadline(Duration.ofSeconds(10)));
    assertThatThrownBy(() -> store.findUser(ANN)).isInstanceOf(ThrottledException.class);
    assertThat(waits).hasSize(2);
  }

  @Test
  void timeSpentInTheSdkCountsTowardsTheDeadline() {
    when(blog.users.readItem(any(), any(), any()))
        .thenAnswer(
            call -> {
              nanos += Duration.ofSeconds(30).toNanos();
              throw CosmosFailure.throttled(10);
            });
    BlogStore store = store(policy());
    assertThatThrownBy(() -> store.findUser(ANN)).isInstanceOf(ThrottledException.class);
    assertThat(waits).isEmpty();
  }

  @Test
  void allRequestsOfAnOperationShareOneDeadline() {
    when(blog.users.readItem(any(), any(), any()))
        .thenThrow(CosmosFailure.throttled(6_000))
        .thenAnswer(call -> Responses.item(ANN_ITEM, 1));
    when(blog.posts.executeCosmosBatch(any())).thenThrow(CosmosFailure.throttled(6_000));
    BlogStore store = store(policy().withDeadline(Duration.ofSeconds(10)));
    assertThatThrownBy(() -> store.likePost(LikePost.of(POST, ANN)))
        .isInstanceOf(ThrottledException.class);
    verify(blog.posts, times(1)).executeCosmosBatch(any());
  }

  @Test
  void aBatchThatIsRefusedAsAWholeIsSentAgain() {
    blog.withAnn();
    when(blog.posts.executeCosmosBatch(any()))
        .thenAnswer(call -> Responses.batchRefused(429, 0, Duration.ofMillis(70)))
        .thenAnswer(call -> Responses.batchFailedAt(1, 449, 0))
        .thenAnswer(call -> Responses.batchDone(16));
    assertThat(store(policy()).likePost(LikePost.of(POST, ANN)).alreadyDone()).isFalse();
    assertThat(waits).containsExactly(Duration.ofMillis(70 + 25), Duration.ofMillis(50));
  }

  @Test
  void anInterruptEndsTheWaitAndIsKept() {
    when(blog.users.readItem(any(), any(), any())).thenThrow(CosmosFailure.of(503));
    RetryTimer interrupted =
        new RetryTimer(
            () -> 0,
            () -> 0,
            time -> {
              throw new InterruptedException();
            });
    BlogStore store =
        blog.store(
            settings ->
                settings
                    .retryPolicy(policy())
                    .environment(MockedContainers.ENVIRONMENT.with(interrupted)));
    assertThatThrownBy(() -> store.findUser(ANN)).isInstanceOf(StoreUnavailableException.class);
    assertThat(Thread.interrupted()).as("interrupted").isTrue();
    verify(blog.users, times(1)).readItem(any(), any(), any());
  }

  @Test
  void anInterruptedThreadDoesNotWait() {
    when(blog.users.readItem(any(), any(), any())).thenThrow(CosmosFailure.of(503));
    BlogStore store = blog.store(settings -> settings.retryPolicy(policy()));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> store.findUser(ANN)).isInstanceOf(StoreUnavailableException.class);
    assertThat(Thread.interrupted()).as("interrupted").isTrue();
    verify(blog.users, times(1)).readItem(any(), any(), any());
  }

  @Test
  void anUnknownOutcomeIsNotReportedAsThrottled() {
    blog.withAnn();
    when(blog.posts.executeCosmosBatch(any()))
        .thenThrow(CosmosFailure.of(408))
        .thenThrow(CosmosFailure.throttled(10));
    BlogStore store = store(policy());
    StoreException thrown =
        catchThrowableOfType(StoreException.class, () -> store.likePost(LikePost.of(POST, ANN)));
    assertThat(thrown).isInstanceOf(StoreUnavailableException.class);
    assertThat(thrown.statusCode()).isEqualTo(408);
  }

  /** Only a request that was never executed may be reported as rejected. */
  @Test
  void anUnknownOutcomeIsNotReportedAsRefused() {
    blog.withAnn();
    when(blog.posts.executeCosmosBatch(any()))
        .thenThrow(CosmosFailure.of(503))
        .thenThrow(CosmosFailure.of(401));
    BlogStore store = store(policy());
    StoreException thrown =
        catchThrowableOfType(StoreException.class, () -> store.likePost(LikePost.of(POST, ANN)));
    assertThat(thrown).isInstanceOf(StoreUnavailableException.class);
    assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void aFailedCreationReportsTheIdToRetryWith() {
    blog.withAnn();
    when(blog.users.createItem(any(), any(), any())).thenThrow(CosmosFailure.of(503));
    when(blog.posts.createItem(any(), any(), any())).thenThrow(CosmosFailure.of(503));
    when(blog.posts.executeCosmosBatch(any())).thenThrow(CosmosFailure.throttled(10));
    BlogStore store = store(RetryPolicy.none());
    assertThat(failure(() -> store.createUser(CreateUser.named("Eve"))).id()).contains("made-1");
    assertThat(failure(() -> store.createPost(CreatePost.of(ANN, "", ""))).id()).contains("made-2");
    StoreException comment = failure(() -> store.createComment(CreateComment.of(POST, ANN, "")));
    assertThat(comment.id()).contains("made-3");
    assertThat(comment).hasMessageContaining("The item's id is 'made-3'");
    assertThat(failure(() -> store.likePost(LikePost.of(POST, ANN))).id()).isEmpty();
  }

  private static StoreException failure(Runnable command) {
    return catchThrowableOfType(StoreException.class, command::run);
  }

  @Test
  void aRetriedQueryContinuesAfterTheLastPage() {
    FeedResponse<CommentItem> first = Responses.page("behind-first", List.of(comment("a")));
    FeedResponse<CommentItem> second = Responses.page(null, List.of(comment("b")));
    CosmosPagedIterable<CommentItem> query = mock();
    Stream<FeedResponse<CommentItem>> broken =
        Stream.of(1, 2)
            .map(
                page -> {
                  if (page == 2) {
                    throw CosmosFailure.of(410, 1002);
                  }
                  return first;
                });
    when(query.streamByPage(anyInt())).thenReturn(broken);
    lenient().when(query.streamByPage("behind-first", 4)).thenReturn(Stream.of(second));
    doReturn(query).when(blog.posts).queryItems(any(SqlQuerySpec.class), any(), any());
    assertThat(store(policy()).commentsOf(POST, PageRequest.first(3)).items())
        .extracting(found -> found.id().value())
        .containsExactly("a", "b");
    assertThat(blog.report().retries()).isEqualTo(1);
  }

  private static CommentItem comment(String id) {
    return TestItems.comment(id, "post-1")
        .by("user-ann")
        .userVersion(4)
        .content("?")
        .at(MockedContainers.NOW_TEXT)
        .build();
  }

  /** The patch of a rename is under the user's ETag: sent again after it was done, it fails. */
  @Test
  void aRenameWhoseResponseGotLostStillReleasesTheOldName() {
    String oldName = ReservationItem.idOfUsername("Ann");
    blog.writesAreDone()
        .has(
            blog.users,
            oldName,
            oldName,
            ReservationItem.ofUsername("Ann", ANN, MockedContainers.NOW));
    UserItem renamed = TestItems.user(ANN.value()).named("Eve").version(5).build();
    when(blog.users.readItem(eq(ANN.value()), any(), any()))
        .thenAnswer(call -> Responses.item(ANN_ITEM, 1))
        .thenAnswer(call -> Responses.item(renamed, 1));
    when(blog.users.patchItem(any(), any(), any(), any(), any()))
        .thenThrow(CosmosFailure.of(408))
        .thenThrow(CosmosFailure.of(412));
    CommandResult<User> result = store(policy()).renameUser(ANN, "Eve");
    assertThat(result)
        .returns(new User(ANN, "Eve", 5), CommandResult::value)
        .returns(true, CommandResult::alreadyDone);
    verify(blog.users).deleteItem(eq(oldName), any(), any());
  }

  @Test
  void aPolicyRefusesNegativeNumbers() {
    Duration less = Duration.ofMillis(-1);
    for (Runnable bad :
        List.<Runnable>of(
            () -> policy().withMaxRetries(-1),
            () -> policy().withDelays(less, Duration.ZERO),
            () -> policy().withDelays(Duration.ZERO, less),
            () -> policy().withDeadline(less))) {
      assertThatThrownBy(bad::run).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
