package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClientBuilder;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmoslocal.Fault;
import dev.cosmoslocal.FaultPlan;
import dev.cosmoslocal.FaultRule;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.request.RequestKind;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The Java examples of docs/retries-and-idempotence.md. */
class RetriesSnippetsTest {
  private LocalCosmos account;
  private CosmosClientBuilder clientBuilder;

  @BeforeEach
  void start() {
    account = LocalCosmos.start();
    clientBuilder =
        new CosmosClientBuilder().endpoint(account.endpoint()).key(account.key()).gatewayMode();
  }

  @AfterEach
  void stop() {
    account.close();
  }

  @Test
  void aRepeatedCommandIsAlreadyDone() {
    // region policy
    BlogDatabase database =
        BlogDatabase.builder()
            .connect(clientBuilder, "blog")
            .retryPolicy(
                RetryPolicy.standard().withMaxRetries(3).withDeadline(Duration.ofSeconds(2)))
            .build();
    // endregion
    try (database) {
      BlogStore blog = BlogStore.on(database.provision());
      User ann = blog.createUser("Ann").value();
      PostId postId = blog.createPost(ann, "Hello", "My first post").value().id();
      String requestId = "42";
      // region own-id
      CommentId id = CommentId.of("c-" + requestId);
      CreateComment command = CreateComment.of(postId, ann.id(), "Nice post").withId(id);

      CommandResult<Comment> first = blog.createComment(command);
      CommandResult<Comment> second = blog.createComment(command);
      // endregion
      assertThat(first.alreadyDone()).isFalse();
      assertThat(second.alreadyDone()).isTrue();
      assertThat(blog.findPost(postId).orElseThrow().commentCount()).isEqualTo(1);
    }
  }

  @Test
  void anAnswerThatWasLostIsRepeatedWithTheIdOfTheException() {
    BlogDatabase database =
        BlogDatabase.builder()
            .connect(clientBuilder, "blog")
            .retryPolicy(RetryPolicy.none())
            .build();
    try (database) {
      BlogStore blog = BlogStore.on(database.provision());
      User ann = blog.createUser("Ann").value();
      PostId postId = blog.createPost(ann, "Hello", "My first post").value().id();
      account.faults(
          FaultPlan.builder()
              .seed(1)
              .rule(FaultRule.on(RequestKind.BATCH).first(1).then(Fault.cutAfter()))
              .build());

      createOnce(blog, CreateComment.of(postId, ann.id(), "Nice post"));

      assertThat(account.faultCounts().total()).as("lost answers").isEqualTo(1);
      assertThat(blog.findPost(postId).orElseThrow().commentCount()).isEqualTo(1);
    }
  }

  @Test
  void anEditOfTheVersionThatWasReadOverwritesNoOther() {
    try (BlogDatabase database = BlogDatabase.connect(clientBuilder, "blog")) {
      BlogStore blog = BlogStore.on(database.provision());
      User ann = blog.createUser("Ann").value();
      Post read = blog.createPost(ann, "Helo", "My first post").value();

      assertThat(saveTitle(blog, read, "Hello")).isEqualTo("saved as version 1");
      assertThat(saveTitle(blog, read, "Hullo")).isEqualTo("version 1 was saved meanwhile");
    }
  }

  // region edit-of-a-version
  String saveTitle(BlogStore blog, Post read, String title) {
    try {
      Post saved = blog.editPost(EditPost.of(read.id()).title(title).ifVersion(read.version()));
      return "saved as version " + saved.version();
    } catch (VersionConflictException e) {
      return "version " + e.currentVersion() + " was saved meanwhile";
    }
  }

  // endregion

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
}
