package dev.cosmosblog.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.InvalidInputException;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.StoreException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The Java examples of docs/errors.md. */
class ErrorsSnippetsTest {
  @RegisterExtension
  static final LocalCosmosExtension cosmos = LocalCosmosExtension.builder().build();

  private BlogDatabase database;
  private BlogStore blog;

  @BeforeEach
  void connect() {
    database = BlogDatabase.connect(cosmos.clientBuilder(), cosmos.freshDatabase().getId());
    blog = BlogStore.on(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  // region branches
  String answerTo(CreateComment command) {
    try {
      return "201 " + blog.createComment(command).value().id();
    } catch (InvalidInputException e) {
      return "400 " + e.getMessage();
    } catch (UserNotFoundException | PostNotFoundException e) {
      return "404 " + e.getMessage();
    } catch (StoreException e) {
      return e.isTransient() ? "503 try again later" : "500 see the log";
    }
  }

  // endregion

  @Test
  void eachKindOfFailureHasItsBranch() {
    CreateComment byNobody =
        CreateComment.of(PostId.of("p1"), UserId.of("nobody"), "Hello").withId(CommentId.of("c1"));
    assertThat(answerTo(byNobody)).as("without containers").startsWith("500");

    database.provision();
    assertThat(answerTo(byNobody)).startsWith("404 There is no user 'nobody'");

    User ann = blog.createUser("Ann").value();
    PostId post = blog.createPost(ann, "Hello", "My first post").value().id();
    CreateComment comment = CreateComment.of(post, ann.id(), "Hello").withId(CommentId.of("c1"));
    assertThat(answerTo(comment)).isEqualTo("201 c1");
  }
}
