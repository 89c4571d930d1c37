package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.CommentsClosedException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.request.RequestKind;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The Java examples of docs/errors.md. */
class ErrorsSnippetsTest {
  private LocalCosmos emulator;
  private BlogDatabase database;
  private BlogStore blog;

  @BeforeEach
  void start() {
    emulator = LocalCosmos.start();
    database = BlogDatabase.builder().connect(client(), "blog").build();
    blog = BlogStore.on(database);
  }

  private CosmosClientBuilder client() {
    return emulator.clientBuilder();
  }

  @AfterEach
  void stop() {
    database.close();
    emulator.close();
  }

  // region branches
  String respondTo(CreateComment command) {
    try {
      return "201 " + blog.createComment(command).value().id();
    } catch (InvalidInputException e) {
      return "400 " + e.getMessage();
    } catch (UserNotFoundException | PostNotFoundException e) {
      return "404 " + e.getMessage();
    } catch (CommentsClosedException e) {
      return "409 comments are closed";
    } catch (StoreException e) {
      return e.isTransient() ? "503 try again later" : "500 see the log";
    }
  }

  // endregion

  @Test
  void respondsToEachKindOfFailure() {
    CreateComment byNobody =
        CreateComment.of(PostId.of("p1"), UserId.of("nobody"), "Hello").withId(CommentId.of("c1"));
    assertThat(respondTo(byNobody)).as("without containers").startsWith("500");

    database.provision();
    assertThat(respondTo(byNobody)).startsWith("404 ").contains("'nobody'");

    User ann = blog.createUser("Ann").value();
    PostId post = blog.createPost(ann, "Hello", "My first post").value().id();
    CreateComment comment = CreateComment.of(post, ann.id(), "Hello").withId(CommentId.of("c1"));
    assertThat(respondTo(comment)).isEqualTo("201 c1");
    blog.closeComments(post);
    CreateComment late = CreateComment.of(post, ann, "Late").withId(CommentId.of("c2"));
    assertThat(respondTo(late)).startsWith("409");
  }

  @Test
  void aRepeatedCommandIsAlreadyDone() {
    User ann = createUser();
    PostId postId = blog.createPost(ann, "Hello", "My first post").value().id();
    String requestId = "42";
    // region own-id
    CommentId id = CommentId.of("c-" + requestId);
    CreateComment command = CreateComment.of(postId, ann.id(), "Nice post").withId(id);

    CommandResult<Comment> first = blog.createComment(command);
    CommandResult<Comment> second = blog.createComment(command);
    // first.alreadyDone() is false, second.alreadyDone() is true
    // endregion
    assertThat(first.alreadyDone()).isFalse();
    assertThat(second.alreadyDone()).isTrue();
    assertThat(blog.findPost(postId).orElseThrow().commentCount()).isEqualTo(1);
  }

  @Test
  void aCallCanHaveATimeout() {
    PostId postId = blog.createPost(createUser(), "Hello", "My first post").value().id();
    // region timeout
    Optional<Post> post = blog.withTimeout(Duration.ofSeconds(20)).findPost(postId);
    // endregion
    assertThat(post).isPresent();
  }

  private User createUser() {
    database.provision();
    return blog.createUser("Ann").value();
  }

  @Test
  void repeatsACreationAfterALostResponse() {
    User ann = createUser();
    PostId postId = blog.createPost(ann, "Hello", "My first post").value().id();
    try (BlogDatabase withoutRetries =
        BlogDatabase.builder().connect(client(), "blog").retryPolicy(RetryPolicy.none()).build()) {
      emulator.faults(
          FaultPlan.builder()
              .seed(1)
              .rule(FaultRule.on(RequestKind.BATCH).first(1).then(Fault.cutAfter()))
              .build());

      createOnce(BlogStore.on(withoutRetries), CreateComment.of(postId, ann.id(), "Nice post"));

      assertThat(emulator.faultCounts().total()).as("lost responses").isEqualTo(1);
      assertThat(blog.findPost(postId).orElseThrow().commentCount()).isEqualTo(1);
    }
  }

  // region id-of-the-exception
  Comment createOnce(BlogStore blog, CreateComment command) {
    try {
      return blog.createComment(command).value();
    } catch (StoreUnavailableException e) {
      CommentId id = CommentId.of(e.id().orElseThrow());
      return blog.createComment(command.withId(id)).value();
    }
  }

  // endregion

  @Test
  void aConditionalEditDoesNotOverwriteAnotherOne() {
    User ann = createUser();
    Post read = blog.createPost(ann, "Helo", "My first post").value();

    assertThat(saveTitle(read, "Hello")).isEqualTo("saved as version 1");
    assertThat(saveTitle(read, "Hullo")).isEqualTo("version 1 was saved meanwhile");
  }

  // region edit-a-version
  String saveTitle(Post read, String title) {
    try {
      Post saved =
          blog.editPost(EditPost.of(read.id()).title(title).ifVersion(read.version())).value();
      return "saved as version " + saved.version();
    } catch (VersionConflictException e) {
      return "version " + e.currentVersion() + " was saved meanwhile";
    }
  }

  // endregion

  @Test
  void limitsRetries() {
    CosmosClientBuilder clientBuilder = client();
    // region policy
    BlogDatabase database =
        BlogDatabase.builder()
            .connect(clientBuilder, "blog")
            .retryPolicy(
                RetryPolicy.standard().withMaxRetries(3).withDeadline(Duration.ofSeconds(2)))
            .build();
    // endregion
    try (database) {
      assertThat(BlogStore.on(database.provision()).createUser("Ann").alreadyDone()).isFalse();
    }
  }
}
