package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.doThrow;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.core.JsonParseException;
import dev.cosmosblog.model.MalformedItemException;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.AccessDeniedException;
import dev.cosmosblog.store.error.LogicalPartitionFullException;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.error.SdkFailureException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreRejectedException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.ThrottledException;
import dev.cosmosblog.store.internal.cosmos.SdkService;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Trap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.mockito.Mockito;

/** Every response of Cosmos DB to every kind of request, as the caller sees it. */
class CosmosErrorsTest {
  private record Status(int status, int subStatus) {}

  private static final Map<Status, Class<? extends StoreException>> EXPECTED =
      Map.ofEntries(
          Map.entry(new Status(0, 0), StoreUnavailableException.class),
          Map.entry(new Status(400, 0), StoreRejectedException.class),
          Map.entry(new Status(401, 0), AccessDeniedException.class),
          Map.entry(new Status(403, 0), AccessDeniedException.class),
          Map.entry(new Status(403, 1014), LogicalPartitionFullException.class),
          Map.entry(new Status(404, 1002), StoreUnavailableException.class),
          Map.entry(new Status(404, 1003), SchemaMissingException.class),
          Map.entry(new Status(404, 1013), StoreUnavailableException.class),
          Map.entry(new Status(408, 0), StoreUnavailableException.class),
          Map.entry(new Status(410, 1002), StoreUnavailableException.class),
          Map.entry(new Status(413, 0), StoreRejectedException.class),
          Map.entry(new Status(429, 3200), ThrottledException.class),
          Map.entry(new Status(449, 0), StoreUnavailableException.class),
          Map.entry(new Status(500, 0), StoreUnavailableException.class),
          Map.entry(new Status(503, 10001), StoreUnavailableException.class));

  private static final Map<String, Consumer<BlogStore>> REQUESTS =
      Map.of(
          "read", store -> store.findPost(POST),
          "create", store -> store.createPost(CreatePost.of(ANN, "", "").withId(POST)),
          "patch", store -> store.editPost(new EditPost(POST, "", "")),
          "batch", store -> store.likePost(LikePost.of(POST, ANN)),
          "query", store -> store.likesOf(POST, PageRequest.first(1)));

  private static MockedContainers failingWith(RuntimeException failure) {
    MockedContainers blog = new MockedContainers().withAnn();
    CosmosContainer posts = blog.posts;
    doThrow(failure).when(posts).readItem(any(), any(), any());
    doThrow(failure).when(posts).createItem(any(), any(), any());
    doThrow(failure).when(posts).patchItem(any(), any(), any(), any(), any());
    doThrow(failure).when(posts).executeCosmosBatch(any());
    doReturn(Responses.failing(failure))
        .when(posts)
        .queryItems(any(SqlQuerySpec.class), any(), any());
    return blog;
  }

  @TestFactory
  Stream<DynamicTest> everyStatusOfEveryRequestHasItsException() {
    return REQUESTS.entrySet().stream()
        .flatMap(
            request ->
                EXPECTED.entrySet().stream()
                    .map(
                        status ->
                            dynamicTest(
                                request.getKey() + " answered " + status.getKey(),
                                () ->
                                    check(
                                        request.getValue(), status.getKey(), status.getValue()))));
  }

  @Test
  void aQueryThatFailedInSeveralPartitionsReportsTheirStatus() {
    CosmosFailure throttled = CosmosFailure.of(429, 3200);
    // As Reactor's Exceptions.multiple makes it.
    RuntimeException several = new RuntimeException("Multiple exceptions");
    several.addSuppressed(throttled);
    several.addSuppressed(CosmosFailure.of(429, 3200));
    for (RuntimeException failure : List.of(several, new IllegalStateException(several))) {
      BlogStore store = failingWith(failure).store();
      StoreException thrown =
          catchThrowableOfType(
              StoreException.class, () -> store.likesOf(POST, PageRequest.first(1)));
      assertThat(thrown).isInstanceOf(ThrottledException.class).hasCause(failure);
    }
  }

  @Test
  void aThrottledRequestReportsTheWaitIfItIsKnown() {
    StoreException.Failure failure =
        new StoreException.Failure("read in posts", 429, 0, null, true, false, null);
    assertThat(new ThrottledException(failure, Duration.ofMillis(20)))
        .hasMessageContaining("Wait 20 ms and repeat");
    assertThat(new ThrottledException(failure, Duration.ZERO))
        .hasMessageContaining("Wait a moment and repeat");
  }

  private static void check(
      Consumer<BlogStore> request, Status status, Class<? extends StoreException> expected) {
    CosmosFailure failure = CosmosFailure.of(status.status(), status.subStatus());
    MockedContainers blog = failingWith(failure);
    StoreException thrown =
        catchThrowableOfType(StoreException.class, () -> request.accept(blog.store()));
    assertThat(thrown).isInstanceOf(expected).hasCause(failure);
    assertThat(thrown.statusCode()).isEqualTo(status.status());
    assertThat(thrown.subStatusCode()).isEqualTo(status.subStatus());
    assertThat(thrown).hasMessageContaining("posts: status " + status.status() + ", substatus ");
    assertThat(blog.report().outcome()).isEqualTo(OperationOutcome.FAILED);
    assertThat(blog.report().requestUnits()).isGreaterThanOrEqualTo(CosmosFailure.CHARGE);
  }

  @TestFactory
  Stream<DynamicTest> everyStatusOfABatchThatIsRefusedHasItsException() {
    return EXPECTED.entrySet().stream()
        .map(
            status ->
                dynamicTest(
                    "batch answered " + status.getKey(),
                    () -> {
                      Status given = status.getKey();
                      doReturn(
                              Responses.batchRefused(
                                  given.status(), given.subStatus(), Duration.ofMillis(20)))
                          .when(batchBlog.posts)
                          .executeCosmosBatch(any());
                      assertThat(catchThrowableOfType(StoreException.class, this::like))
                          .isInstanceOf(status.getValue())
                          .hasMessageContaining("batch in posts");
                    }));
  }

  private final MockedContainers batchBlog = new MockedContainers().withAnn();

  private void like() {
    batchBlog.store().likePost(LikePost.of(POST, ANN));
  }

  @Test
  void anUnexpectedResponseToAWriteIsAnError() {
    MockedContainers blog = failingWith(CosmosFailure.of(404));
    assertThat(create(blog)).isInstanceOf(SchemaMissingException.class);
    assertThat(create(failingWith(CosmosFailure.of(412))))
        .isInstanceOf(StoreRejectedException.class);
    MockedContainers patched = failingWith(CosmosFailure.of(409));
    assertThat(
            catchThrowableOfType(
                StoreException.class, () -> patched.store().editPost(new EditPost(POST, "", ""))))
        .isInstanceOf(StoreRejectedException.class);
  }

  private static StoreException create(MockedContainers blog) {
    return catchThrowableOfType(
        StoreException.class,
        () -> blog.store().createPost(CreatePost.of(ANN, "", "").withId(POST)));
  }

  @Test
  void aMissingContainerIsNotAMissingUser() {
    MockedContainers blog = new MockedContainers();
    doThrow(CosmosFailure.of(404, 1003)).when(blog.users).readItem(any(), any(), any());
    assertThat(catchThrowableOfType(StoreException.class, () -> blog.store().findUser(ANN)))
        .isInstanceOf(SchemaMissingException.class)
        .hasMessageContaining("provision it with BlogSchema");
  }

  @Test
  void aBatchFailureWithoutAFailedOperationIsAnError() {
    doReturn(Responses.batchFailedAt(1, 429, 3200)).when(batchBlog.posts).executeCosmosBatch(any());
    assertThat(catchThrowableOfType(StoreException.class, this::like))
        .isInstanceOf(ThrottledException.class);
    doReturn(Responses.batchFailedAt(0, 413, 0)).when(batchBlog.posts).executeCosmosBatch(any());
    assertThat(catchThrowableOfType(StoreException.class, this::like))
        .isInstanceOf(StoreRejectedException.class);
  }

  @Test
  void aThrottledRequestReportsTheWait() {
    MockedContainers blog = failingWith(CosmosFailure.throttled(340));
    ThrottledException thrown =
        catchThrowableOfType(ThrottledException.class, () -> blog.store().findPost(POST));
    assertThat(thrown.retryAfter()).isEqualTo(Duration.ofMillis(340));
    assertThat(thrown).hasMessageContaining("Wait 340 ms and repeat");
  }

  @Test
  void aThrottledRequestWithoutAWaitReportsZero() {
    MockedContainers blog = failingWith(CosmosFailure.of(429));
    ThrottledException thrown =
        catchThrowableOfType(ThrottledException.class, () -> blog.store().findPost(POST));
    assertThat(thrown.retryAfter()).isZero();
  }

  @Test
  void aCutConnectionIsUnavailableWhateverTheSdkThrows() {
    for (Consumer<BlogStore> request : REQUESTS.values()) {
      MockedContainers blog = failingWith(new UncheckedIOException(new IOException("reset")));
      StoreUnavailableException thrown =
          catchThrowableOfType(StoreUnavailableException.class, () -> request.accept(blog.store()));
      assertThat(thrown.statusCode()).isZero();
      assertThat(thrown).hasMessageMatching("(?is).*repeat the .*");
    }
  }

  @Test
  void onlyAFailedWriteReportsThatItMayHaveBeenApplied() {
    BlogStore store = failingWith(CosmosFailure.of(503)).withAnn().store();
    assertThatThrownBy(() -> store.findPost(POST))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("Nothing was changed. Repeat the query");
    assertThatThrownBy(() -> store.likePost(LikePost.of(POST, ANN)))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("The write may have been applied. Repeat the command");
  }

  /** Unstubbed calls of the test's containers fail. */
  @Test
  @Trap(22)
  void anExceptionWithoutAResponseIsNotAnOutage() {
    for (Consumer<BlogStore> request : REQUESTS.values()) {
      IllegalStateException reason = new IllegalStateException("The client is closed");
      assertThatThrownBy(() -> request.accept(failingWith(reason).store()))
          .isInstanceOf(SdkFailureException.class)
          .hasMessageContaining("Check that the client is open")
          .hasRootCause(reason);
    }
  }

  @Test
  @Trap(22)
  void aMockThatReturnsNullIsNamedAsSuch() {
    assertThatThrownBy(() -> failingWith(new IllegalStateException("x")).store().findPost(POST))
        .hasMessageNotContaining("mock");
    CosmosContainer mock = Mockito.mock();
    BlogStore store = BlogStore.on(BlogDatabase.builder().containers(mock, mock, mock).build());

    assertThatThrownBy(() -> store.findPost(POST))
        .isInstanceOf(SdkFailureException.class)
        .hasMessageContaining("The container returned null, as a mock does");
    assertThatThrownBy(() -> store.unlikePost(POST, ANN))
        .hasMessageContaining("The container returned null, as a mock does");
  }

  @Test
  @Trap(22)
  void aRegionThatTheSdkCannotResolveIsAnOutage() {
    RuntimeException unresolved =
        new RuntimeException("invalid location [Mars] or serviceEndpoint [https://a.example]");
    assertThatThrownBy(() -> failingWith(unresolved).store().findPost(POST))
        .isInstanceOfSatisfying(
            StoreUnavailableException.class, thrown -> assertThat(thrown.isTransient()).isTrue());
  }

  @Test
  @Trap(22)
  void aTaskThatTheSdksThreadsRejectIsAnOutage() {
    RuntimeException rejected =
        new IllegalStateException(new RejectedExecutionException("Scheduler unavailable"));
    assertThatThrownBy(() -> failingWith(rejected).store().findPost(POST))
        .isInstanceOfSatisfying(
            StoreUnavailableException.class, thrown -> assertThat(thrown.isTransient()).isTrue());
  }

  @Test
  void aClientWithEntraIdLearnsHowToCreateContainers() {
    MockedContainers blog = failingWith(CosmosFailure.of(403, 5300));
    assertThatThrownBy(() -> blog.store().findPost(POST))
        .isInstanceOf(AccessDeniedException.class)
        .hasMessageContaining("deploy/blog.bicep")
        .hasMessageContaining("without provision()");
  }

  @Test
  void anItemOfAnotherShapeIsMalformed() {
    JsonParseException json = new JsonParseException(null, "no number");
    MockedContainers blog = failingWith(new IllegalStateException("Failed to parse", json));
    assertThat(
            catchThrowableOfType(MalformedItemException.class, () -> blog.store().findPost(POST)))
        .hasMessageContaining("read in posts");
    assertThat(blog.report().outcome()).isEqualTo(OperationOutcome.REJECTED);
  }

  @Test
  void exceptionsDoNotShowTheRequestsContent() {
    MockedContainers blog = failingWith(CosmosFailure.of(400));
    CreatePost command = CreatePost.of(ANN, "secret title", "secret content").withId(POST);
    StoreException thrown =
        catchThrowableOfType(StoreException.class, () -> blog.store().createPost(command));
    assertThat(List.of(String.valueOf(thrown.getMessage())))
        .noneMatch(message -> message.contains("secret"));
  }

  @Test
  void theOwnerOfAFailedLookupIsNotReported() {
    MockedContainers blog = new MockedContainers();
    doThrow(CosmosFailure.of(503)).when(blog.users).readItem(any(), any(), any());
    assertThat(
            catchThrowableOfType(
                StoreException.class,
                () -> blog.store().likePost(LikePost.of(POST, UserId.of("private-id")))))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("read in users")
        .hasMessageNotContaining("private-id");
  }

  @Test
  void anInterruptedThreadStaysInterrupted() {
    RuntimeException wrapped = new IllegalStateException(new InterruptedException());
    assertThat(SdkService.translate("query", wrapped))
        .isInstanceOf(StoreUnavailableException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
