package dev.cosmosblog.store;

import static dev.cosmosblog.store.MockedContainers.ANN;
import static dev.cosmosblog.store.MockedContainers.NOW_TEXT;
import static dev.cosmosblog.store.MockedContainers.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosScripts;
import com.azure.cosmos.CosmosStoredProcedure;
import com.azure.cosmos.models.CosmosStoredProcedureRequestOptions;
import com.azure.cosmos.models.CosmosStoredProcedureResponse;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.internal.schema.Script;
import dev.cosmosblog.store.observe.OperationOutcome;
import dev.cosmosblog.store.spi.RetryTimer;
import dev.cosmosblog.testsupport.TestItems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.ArgumentCaptor;

/** The calls of the stored procedure and its responses. */
class ScriptedCommandsTest {
  private static final CommentId COMMENT = CommentId.of("comment-1");
  private static final CreateComment CREATE = CreateComment.of(POST, ANN, "Nice").withId(COMMENT);
  private static final LikePost LIKE = LikePost.of(POST, ANN);
  private static final CommentItem COMMENT_ITEM =
      TestItems.comment("comment-1", "post-1").by("user-ann").userVersion(4).at(NOW_TEXT).build();

  private final MockedContainers blog = new MockedContainers().withAnn();
  private final CosmosStoredProcedure procedure = mock();
  private final BlogStore store = store(settings -> settings);

  private BlogStore store(UnaryOperator<BlogDatabaseBuilder> settings) {
    return blog.storeBuilder(settings).writePath(WritePath.SCRIPTS).build();
  }

  /** A store that sends again what met a passing failure, without waiting. */
  private BlogStore persistent() {
    RetryTimer timer = new RetryTimer(() -> 0, () -> 0.5, time -> {});
    return store(
        settings ->
            settings
                .retryPolicy(RetryPolicy.standard())
                .environment(MockedContainers.ENVIRONMENT.with(timer)));
  }

  ScriptedCommandsTest() {
    CosmosScripts scripts = mock();
    when(blog.posts.getScripts()).thenReturn(scripts);
    when(scripts.getStoredProcedure(Script.COUNTED_WRITE.id())).thenReturn(procedure);
    CosmosStoredProcedureResponse done = mock();
    when(done.getRequestCharge()).thenReturn(20.0);
    doReturn(done).when(procedure).execute(any(), any());
  }

  private void scriptThrows(int number) {
    when(procedure.execute(any(), any())).thenThrow(CosmosFailure.of(400, number));
  }

  private List<Object> sent() {
    ArgumentCaptor<List<Object>> arguments = ArgumentCaptor.captor();
    ArgumentCaptor<CosmosStoredProcedureRequestOptions> options = ArgumentCaptor.captor();
    verify(procedure).execute(arguments.capture(), options.capture());
    assertThat(options.getValue().getPartitionKey()).isEqualTo(new PartitionKey("post-1"));
    verify(blog.posts, never()).executeCosmosBatch(any());
    return arguments.getValue();
  }

  @Test
  void aCommentAndItsCountAreOneScript() {
    assertThat(store.createComment(CREATE).value()).isEqualTo(COMMENT_ITEM.toComment());
    assertThat(sent()).containsExactly(1, "post-1", "commentCount", COMMENT_ITEM);
  }

  @Test
  void aLikeAndItsCountAreOneScriptThatIsMeteredAndReported() {
    store.likePost(LIKE);
    assertThat(sent())
        .containsExactly(
            1,
            "post-1",
            "likeCount",
            TestItems.like("user-ann", "post-1").userVersion(4).at(NOW_TEXT).build());
    assertThat(blog.report().requestUnits()).as("a read of 1 RU, a script of 20").isEqualTo(21);
    assertThat(blog.report().requests()).isEqualTo(2);
  }

  @Test
  void aRemovalSendsTheIdAndTypeOfTheItem() {
    assertThat(store.deleteComment(POST, COMMENT).alreadyDone()).isFalse();
    assertThat(sent())
        .containsExactly(
            -1, "post-1", "commentCount", Map.of("id", "comment-1", "type", "comment"));
  }

  @Test
  void aConflictIsAlreadyDone() {
    scriptThrows(409);
    blog.has(blog.posts, "comment-1", "post-1", COMMENT_ITEM);
    assertThat(store.createComment(CREATE).alreadyDone()).isTrue();
    assertThat(blog.report().outcome()).isEqualTo(OperationOutcome.ALREADY_DONE);
    assertThat(blog.report().requestUnits()).isEqualTo(2 + CosmosFailure.CHARGE);
  }

  @ParameterizedTest
  @CsvSource({"404", "412"})
  void aCommandWithoutALivePostIsRefused(int number) {
    scriptThrows(number);
    assertThatThrownBy(() -> store.likePost(LIKE)).isInstanceOf(PostNotFoundException.class);
    assertThat(blog.report().outcome()).isEqualTo(OperationOutcome.REJECTED);
  }

  @Test
  void removingAMissingItemReturnsFalse() {
    scriptThrows(404);
    assertThat(store.unlikePost(POST, ANN).alreadyDone()).isTrue();
  }

  @Test
  void aConflictWithAConcurrentWriterRunsTheScriptAgain() {
    CosmosStoredProcedureResponse done = mock();
    when(procedure.execute(any(), any()))
        .thenThrow(CosmosFailure.of(400, 449))
        .thenThrow(CosmosFailure.of(400, 449))
        .thenReturn(done);
    assertThat(persistent().likePost(LIKE).alreadyDone()).isFalse();
    assertThat(blog.report().requests()).as("one read, three scripts").isEqualTo(4);
    assertThat(blog.report().retries()).isEqualTo(2);
  }

  @Test
  void tooManyConcurrentWritersAreReported() {
    scriptThrows(449);
    BlogStore persistent = persistent();
    assertThatThrownBy(() -> persistent.likePost(LIKE))
        .isInstanceOf(StoreUnavailableException.class);
    verify(procedure, times(11)).execute(any(), any());
  }

  @ParameterizedTest
  @CsvSource({
    "400, 0, StoreRejectedException, 400",
    "400, 1001, StoreRejectedException, 400",
    "400, 408, StoreUnavailableException, 408",
    "400, 413, StoreRejectedException, 413",
    "400, 429, ThrottledException, 429",
    "403, 0, AccessDeniedException, 403",
    "404, 0, SchemaMissingException, 404",
    "404, 1002, StoreUnavailableException, 404",
    "404, 1003, SchemaMissingException, 404",
    "408, 0, StoreUnavailableException, 408",
    "429, 3200, ThrottledException, 429",
    "503, 10001, StoreUnavailableException, 503"
  })
  void everyOtherResponseHasAnException(int status, int subStatus, String expected, int told) {
    when(procedure.execute(any(), any())).thenThrow(CosmosFailure.of(status, subStatus));
    StoreException thrown = catchThrowableOfType(StoreException.class, () -> store.likePost(LIKE));
    assertThat(thrown.getClass().getSimpleName()).isEqualTo(expected);
    assertThat(thrown.statusCode()).isEqualTo(told);
    assertThat(thrown).hasMessageContaining("script " + Script.COUNTED_WRITE.id() + " in posts");
  }

  @Test
  void aCutConnectionIsUnavailable() {
    when(procedure.execute(any(), any()))
        .thenThrow(new UncheckedIOException(new IOException("reset")));
    assertThatThrownBy(() -> store.likePost(LIKE)).isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void aScriptsIdEndsWithTheHashOfItsBody() {
    assertThat(Script.ALL)
        .allSatisfy(script -> assertThat(script.id()).matches("[a-zA-Z]+-[0-9a-f]{12}"))
        .allSatisfy(script -> assertThat(script.body()).contains("function "));
  }
}
