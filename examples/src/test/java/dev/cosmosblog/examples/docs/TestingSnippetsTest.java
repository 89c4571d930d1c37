package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.util.CosmosPagedIterable;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cosmosblog.model.Comment;
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
import dev.cosmosblog.store.query.PageRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mockito.stubbing.Answer;

/** The Java examples of docs/testing.md. */
class TestingSnippetsTest {
  // region interfaces
  /** The class to be tested: it greets a user by name. */
  record Greeting(BlogQueries blog) {
    String of(String id) {
      return blog.findUser(UserId.of(id)).map(user -> "Hello " + user.username()).orElse("Hello");
    }
  }

  @Test
  void aKnownUserIsGreetedByName() {
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

  /** Retries twice, without a wait. */
  private final BlogStore blog =
      BlogStore.on(
          BlogDatabase.builder()
              .containers(users, posts, feed)
              .retryPolicy(
                  RetryPolicy.standard().withMaxRetries(2).withDelays(Duration.ZERO, Duration.ZERO))
              .build());

  /** The answer to a point read: the stored item, as the class that the caller asks for. */
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

  // Mockito makes no mock while another is being told what to answer: these are made before.
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
  void aUserIsFoundOrNot() {
    when(users.readItem(eq("ann"), any(), any())).thenAnswer(item(ANN));
    when(users.readItem(eq("bob"), any(), any())).thenThrow(notFound);

    assertThat(blog.findUser(UserId.of("ann")).map(User::username)).contains("Ann");
    assertThat(blog.findUser(UserId.of("bob"))).isEmpty();
  }

  // endregion

  // region throttled
  @Test
  void aThrottledReadIsRepeatedAndThenTold() {
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
  /** The answer to a batch: the status of its first operation that failed, or 200. */
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

  /** A comment is a batch of two: the comment is created, and the post counts it. */
  @Test
  void aCommentIsWrittenOrItsPostIsMissing() {
    when(users.readItem(eq("ann"), any(), any())).thenAnswer(item(ANN));
    CosmosBatchResponse done = batch(200, 201, 200);
    CosmosBatchResponse postMissing = batch(404, 424, 404);
    when(posts.executeCosmosBatch(any(CosmosBatch.class))).thenReturn(done, postMissing);
    when(posts.readItem(eq("p1"), any(), any())).thenThrow(notFound);
    CreateComment command =
        CreateComment.of(PostId.of("p1"), UserId.of("ann"), "Hello").withId(CommentId.of("c1"));

    assertThat(blog.createComment(command).value().userUsername()).isEqualTo("Ann");
    assertThatThrownBy(() -> blog.createComment(command)).isInstanceOf(PostNotFoundException.class);
  }

  /** A second like conflicts with the first, which is read to tell when it was. */
  @Test
  void aSecondLikeIsAlreadyDone() {
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

  // region list
  @Test
  void aListIsOnePage() {
    FeedResponse<Object> page = mock();
    CosmosPagedIterable<Object> pages = mock();
    when(pages.streamByPage(anyInt())).thenAnswer(call -> Stream.of(page));
    when(posts.queryItems(any(SqlQuerySpec.class), any(), any()))
        .thenAnswer(
            call -> {
              Object comment =
                  read(
                      """
                      {"id":"c1","type":"comment","postId":"p1","userId":"ann","content":"Hello",
                       "userUsername":"Ann","creationDate":"2026-01-01T00:00:00.000Z"}
                      """,
                      call.getArgument(2));
              when(page.getResults()).thenReturn(List.of(comment));
              return pages;
            });

    assertThat(blog.commentsOf(PostId.of("p1"), PageRequest.first(20)).items())
        .extracting(Comment::content)
        .containsExactly("Hello");
  }
  // endregion
}
