package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.error.CommentsClosedException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.store.query.Visibility;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A post whose comments are closed accepts no new ones, and all else as before. */
interface ClosedCommentsContract extends OnBlog {
  private Post post(PostId id) {
    return blog().store().findPost(id, Visibility.ALL).orElseThrow();
  }

  private void refusesComments(PostId post, UserId user) {
    Post before = post(post);
    long version = blog().stored(post).version();
    assertThatThrownBy(() -> blog().store().createComment(CreateComment.of(post, user, "Too late")))
        .isInstanceOfSatisfying(
            CommentsClosedException.class, e -> assertThat(e.postId()).isEqualTo(post))
        .hasMessageContaining("are closed")
        .hasMessageContaining("openComments");
    assertThat(post(post)).isEqualTo(before);
    assertThat(blog().stored(post).version()).isEqualTo(version);
  }

  @Test
  @Invariant("I1")
  @Trap(9)
  default void closedCommentsAreRefusedUntilTheyAreOpened() {
    UserId user = blog().newUser();
    PostId post = blog().newPost(user);
    assertThat(post(post).commentsClosed()).isFalse();

    assertThat(blog().store().closeComments(post).alreadyDone()).isFalse();

    assertThat(post(post).commentsClosed()).isTrue();
    refusesComments(post, user);
    assertThat(blog().count(post, "comment")).isZero();

    assertThat(blog().store().openComments(post).value()).isEqualTo(post);
    assertThat(post(post).commentsClosed()).isFalse();
    blog().store().createComment(CreateComment.of(post, user, "Again"));
    assertThat(post(post).commentCount()).isEqualTo(1);
  }

  @Test
  @Trap(11)
  default void onlyAChangeIncrementsTheVersion() {
    PostId post = blog().newPost();

    assertThat(blog().store().openComments(post).alreadyDone()).isTrue();
    assertThat(blog().stored(post).version()).isZero();
    assertThat(blog().store().closeComments(post).alreadyDone()).isFalse();
    assertThat(blog().store().closeComments(post).alreadyDone()).isTrue();
    assertThat(blog().stored(post).version()).isEqualTo(1);
    assertThat(blog().store().openComments(post).alreadyDone()).isFalse();
    assertThat(blog().store().openComments(post).alreadyDone()).isTrue();
    assertThat(blog().stored(post).version()).isEqualTo(2);
    assertThat(post(post).version()).as("the number of edits").isZero();
  }

  @Test
  @Invariant("I1")
  default void likesAndTheExistingCommentsOfAClosedPostCanStillChange() {
    BlogStore store = blog().store();
    UserId user = blog().newUser();
    PostId post = blog().newPost(user);
    Comment comment = store.createComment(CreateComment.of(post, user, "Nice")).value();
    store.closeComments(post);

    assertThat(store.likePost(post, user).alreadyDone()).isFalse();
    assertThat(store.unlikePost(post, user).alreadyDone()).isFalse();
    assertThat(store.hideComment(post, comment.id()).alreadyDone()).isFalse();
    assertThat(store.showComment(post, comment.id()).alreadyDone()).isFalse();
    assertThat(store.editComment(new EditComment(post, comment.id(), "Nicer")).alreadyDone())
        .isFalse();
    assertThat(store.editPost(EditPost.of(post).title("New")).value().commentsClosed()).isTrue();
    assertThat(store.hidePost(post).alreadyDone()).isFalse();
    assertThat(store.showPost(post).value().commentsClosed()).isTrue();
    assertThat(post(post).commentCount()).isEqualTo(1);
    assertThat(store.deleteComment(post, comment.id()).alreadyDone()).isFalse();
    assertThat(post(post).commentCount()).isZero();
  }

  @Test
  @Invariant("I7")
  default void aCommentThatWasWrittenBeforeTheClosingIsAlreadyDone() {
    UserId user = blog().newUser();
    PostId post = blog().newPost(user);
    CreateComment command = CreateComment.of(post, user, "Nice").withId(CommentId.of("first"));
    Comment comment = blog().store().createComment(command).value();
    blog().store().closeComments(post);

    assertThat(blog().store().createComment(command))
        .satisfies(repeated -> assertThat(repeated.alreadyDone()).isTrue())
        .satisfies(repeated -> assertThat(repeated.value()).isEqualTo(comment));
    assertThat(post(post).commentCount()).isEqualTo(1);
  }

  @Test
  default void theCommentsOfAnUnpublishedPostCanBeClosed() {
    BlogStore store = blog().store();
    UserId user = blog().newUser();
    PostId post = PostId.of(Blog.unique("draft"));
    store.createPost(CreatePost.of(user, "Title", "Content").withId(post).draft());

    assertThat(store.closeComments(post).alreadyDone()).isFalse();

    CreateComment comment = CreateComment.of(post, user, "Early");
    assertThatThrownBy(() -> store.createComment(comment))
        .isInstanceOf(PostNotFoundException.class);
    store.publishPost(post);
    refusesComments(post, user);
  }

  @Test
  default void aMissingOrDeletedPostHasNoCommentsToClose() {
    BlogStore store = blog().store();
    UserId user = blog().newUser();
    PostId deleted = blog().newPost(user);
    store.closeComments(deleted);
    store.deletePost(deleted);
    for (PostId post : List.of(deleted, PostId.of(Blog.unique("none")))) {
      assertThatThrownBy(() -> store.closeComments(post)).isInstanceOf(PostNotFoundException.class);
      assertThatThrownBy(() -> store.openComments(post)).isInstanceOf(PostNotFoundException.class);
      CreateComment comment = CreateComment.of(post, user, "Late");
      assertThatThrownBy(() -> store.createComment(comment))
          .isInstanceOf(PostNotFoundException.class);
    }
  }

  /** Conditions are as lenient as reads. Otherwise they would fail without a visible reason. */
  @Test
  @Invariant("I10")
  default void anyOtherValueThanTrueLeavesTheCommentsOpen() {
    UserId author = blog().newUser();
    User user = new User(author, author.value());
    List<OperationReport> reports = new ArrayList<>();
    BlogStore store = blog().store(settings -> settings.listener(reports::add));
    for (Object value : Arrays.asList(null, false, "true", "", 1, Map.of("a", 1), List.of(true))) {
      PostId post = blog().newPost(author);
      patch(post, CosmosPatchOperations.create().set("/commentsClosed", value));
      assertThat(post(post).commentsClosed()).as("%s", value).isFalse();

      assertThat(store.createComment(post, user, "Nice").alreadyDone()).isFalse();
      assertThat(store.closeComments(post).alreadyDone()).isFalse();
      assertThat(reports).as("%s", value).hasSize(2).allMatch(report -> report.requests() == 1);
      refusesComments(post, author);
      reports.clear();
    }
  }

  @Test
  @Invariant("I10")
  default void commentsOfAPostWhoseVersionIsATextCanBeClosed() {
    UserId user = blog().newUser();
    PostId post = blog().newPost(user);
    patch(post, CosmosPatchOperations.create().set("/version", "7"));

    assertThat(blog().store().closeComments(post).alreadyDone()).isFalse();

    assertThat(blog().stored(post).version()).isEqualTo(8);
    refusesComments(post, user);
  }

  /** Or its copies, which have earlier versions, would count as newer than the post. */
  @Test
  @Invariant("I3")
  default void aVersionThatIsNotANumberIsReplacedByALaterOne() {
    UserId user = blog().newUser();
    PostId post = blog().newPost(user);
    for (Object damaged : Arrays.asList(Map.of("text", 1), "seven", null)) {
      patch(post, CosmosPatchOperations.create().set("/version", 1_000));
      patch(post, CosmosPatchOperations.create().set("/version", damaged));
      blog().store().closeComments(post);
      blog().store().openComments(post);
      assertThat(blog().stored(post).version()).as("%s", damaged).isGreaterThan(1_000);
    }
  }

  private void patch(PostId post, CosmosPatchOperations operations) {
    blog()
        .posts()
        .patchItem(post.value(), new PartitionKey(post.value()), operations, Object.class);
  }

  @Test
  default void aRefusedCommentCostsOneMoreRead() {
    UserId author = blog().newUser();
    User user = new User(author, author.value());
    PostId post = blog().newPost(author);
    blog().store().closeComments(post);
    List<OperationReport> reports = new ArrayList<>();
    BlogStore store = blog().store(settings -> settings.listener(reports::add));

    assertThatThrownBy(() -> store.createComment(post, user, "Late"))
        .isInstanceOf(CommentsClosedException.class);

    assertThat(reports).singleElement().returns(2, OperationReport::requests);
  }
}
