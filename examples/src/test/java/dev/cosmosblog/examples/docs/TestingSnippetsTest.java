package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosItemResponse;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogQueries;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.ThrottledException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mockito.stubbing.Answer;

/** The mocks of docs/getting-started.md. */
class TestingSnippetsTest {
  // region interfaces
  /** The class under test. */
  record Greeting(BlogQueries blog) {
    String of(String id) {
      return blog.findUser(UserId.of(id)).map(user -> "Hello " + user.username()).orElse("Hello");
    }
  }

  @Test
  void greetsAKnownUserByName() {
    BlogQueries blog = mock(BlogQueries.class);
    UserId ann = UserId.of("ann");
    when(blog.findUser(ann)).thenReturn(Optional.of(new User(ann, "Ann")));

    assertThat(new Greeting(blog).of("ann")).isEqualTo("Hello Ann");
    assertThat(new Greeting(blog).of("bob")).isEqualTo("Hello");
  }

  // endregion

  // region containers
  private final CosmosContainer users = mock(CosmosContainer.class);
  private final CosmosContainer posts = mock(CosmosContainer.class);
  private final CosmosContainer feed = mock(CosmosContainer.class);

  /** Retries twice, without delays. */
  private final BlogStore blog =
      BlogStore.on(
          BlogDatabase.builder()
              .containers(users, posts, feed)
              .retryPolicy(
                  RetryPolicy.standard().withMaxRetries(2).withDelays(Duration.ZERO, Duration.ZERO))
              .build());

  /** The response to a point read. */
  private static Answer<Object> item(String json) {
    return call -> {
      CosmosItemResponse<Object> response = mock();
      when(response.getItem()).thenReturn(read(json, call.getArgument(2)));
      when(response.getETag()).thenReturn("\"1\"");
      return response;
    };
  }

  private static <T> T read(String json, Class<T> type) {
    try {
      return new ObjectMapper().readValue(json, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  // Mockito cannot create a mock inside thenThrow(…), so these are fields.
  private final CosmosException notFound = failure(404);
  private final CosmosException throttled = failure(429);

  private static CosmosException failure(int status) {
    CosmosException failure = mock(CosmosException.class);
    when(failure.getStatusCode()).thenReturn(status);
    when(failure.getRetryAfterDuration()).thenReturn(Duration.ZERO);
    return failure;
  }

  // endregion

  // region item
  private static final String ANN =
      "{'id':'ann','type':'user','userId':'ann','username':'Ann'}".replace('\'', '"');

  @Test
  void findsAUserOrNothing() {
    when(users.readItem(eq("ann"), any(), any())).thenAnswer(item(ANN));
    when(users.readItem(eq("bob"), any(), any())).thenThrow(notFound);

    assertThat(blog.findUser(UserId.of("ann")).map(User::username)).contains("Ann");
    assertThat(blog.findUser(UserId.of("bob"))).isEmpty();
  }

  // endregion

  // region throttled
  @Test
  void retriesAThrottledReadTwice() {
    when(users.readItem(any(), any(), any()))
        .thenThrow(throttled, throttled)
        .thenAnswer(item(ANN))
        .thenThrow(throttled);

    assertThat(blog.findUser(UserId.of("ann"))).isPresent();
    assertThatThrownBy(() -> blog.findUser(UserId.of("ann")))
        .isInstanceOf(ThrottledException.class);
  }

  // endregion

  // region batch
  /** The response to a batch: 200, or the status of the operation that failed. */
  private static CosmosBatchResponse batch(int status, int... results) {
    CosmosBatchResponse response = mock();
    when(response.getStatusCode()).thenReturn(status);
    when(response.isSuccessStatusCode()).thenReturn(status == 200);
    when(response.getRetryAfterDuration()).thenReturn(Duration.ZERO);
    List<CosmosBatchOperationResult> operations =
        Arrays.stream(results).mapToObj(TestingSnippetsTest::result).toList();
    when(response.getResults()).thenReturn(operations);
    return response;
  }

  private static CosmosBatchOperationResult result(int status) {
    CosmosBatchOperationResult result = mock();
    when(result.getStatusCode()).thenReturn(status);
    return result;
  }

  @Test
  void refusesACommentOnAMissingPost() {
    when(users.readItem(eq("ann"), any(), any())).thenAnswer(item(ANN));
    CosmosBatchResponse done = batch(200, 201, 200);
    CosmosBatchResponse missing = batch(404, 424, 404);
    when(posts.executeCosmosBatch(any(CosmosBatch.class))).thenReturn(done, missing);
    when(posts.readItem(eq("p1"), any(), any())).thenThrow(notFound);
    CreateComment command =
        CreateComment.of(PostId.of("p1"), UserId.of("ann"), "Hello").withId(CommentId.of("c1"));

    assertThat(blog.createComment(command).value().userUsername()).isEqualTo("Ann");
    assertThatThrownBy(() -> blog.createComment(command)).isInstanceOf(PostNotFoundException.class);
  }

  /** The second like conflicts with the first one, which the store then reads. */
  @Test
  void likesAPostOnce() {
    when(users.readItem(eq("ann"), any(), any())).thenAnswer(item(ANN));
    CosmosBatchResponse conflict = batch(409, 409, 424);
    when(posts.executeCosmosBatch(any(CosmosBatch.class))).thenReturn(conflict);
    when(posts.readItem(eq("like~ann"), any(), any()))
        .thenAnswer(
            item(
                """
                {"id":"like~ann","type":"like","postId":"p1","userId":"ann","userUsername":"Ann",
                 "userVersion":0,"creationDate":"2026-01-01T00:00:00.000Z"}
                """));

    CommandResult<?> like = blog.likePost(LikePost.of(PostId.of("p1"), UserId.of("ann")));

    assertThat(like.alreadyDone()).isTrue();
  }

  // endregion
}
