package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Invariant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Removing, editing and deleting, and that repeating these has no second effect. */
interface RemovalsContract extends OnBlog {
  private Post stored(PostId post) {
    return blog().store().findPost(post).orElseThrow();
  }

  @Test
  @Invariant("I1")
  default void takingALikeBackLowersTheCountOnce() {
    UserId user = blog().newUser();
    PostId post = blog().newPost();
    blog().store().likePost(LikePost.of(post, user));

    assertThat(blog().store().unlikePost(post, user).alreadyDone()).isFalse();
    assertThat(blog().store().unlikePost(post, user).alreadyDone()).as("a second time").isTrue();

    assertThat(stored(post).likeCount()).isZero();
    assertThat(blog().store().likesOf(post, PageRequest.first(10)).items()).isEmpty();
    assertThat(blog().store().likePost(LikePost.of(post, user)).alreadyDone()).isFalse();
    assertThat(stored(post).likeCount()).isEqualTo(1);
  }

  @Test
  default void anEditedCommentHasTheNewContentAndTheSameAuthor() {
    UserId user = blog().newUser();
    PostId post = blog().newPost();
    Comment comment = blog().store().createComment(CreateComment.of(post, user, "Old")).value();

    Comment edited = blog().store().editComment(new EditComment(post, comment.id(), "New")).value();

    assertThat(edited.content()).isEqualTo("New");
    assertThat(edited.userUsername()).isEqualTo(comment.userUsername());
    assertThat(blog().store().commentsOf(post, PageRequest.first(10)).items())
        .containsExactly(edited);
  }

  @Test
  default void aMissingCommentCannotBeEdited() {
    PostId post = blog().newPost();

    assertThatThrownBy(
            () -> blog().store().editComment(new EditComment(post, CommentId.of("none"), "New")))
        .isInstanceOf(CommentNotFoundException.class)
        .hasMessageContaining("list the post's comments");
    assertThatThrownBy(
            () ->
                blog()
                    .store()
                    .editComment(new EditComment(post, CommentId.of(post.value()), "New")))
        .as("the post itself")
        .isInstanceOf(CommentNotFoundException.class);
  }

  @Test
  @Invariant("I1")
  default void deletingACommentLowersTheCountOnce() {
    UserId user = blog().newUser();
    PostId post = blog().newPost();
    Comment comment = blog().store().createComment(CreateComment.of(post, user, "Hm")).value();

    assertThat(blog().store().deleteComment(post, comment.id()).alreadyDone()).isFalse();
    assertThat(blog().store().deleteComment(post, comment.id()).alreadyDone()).as("again").isTrue();
    assertThat(blog().store().deleteComment(post, CommentId.of(post.value())).alreadyDone())
        .as("the post itself is no comment")
        .isTrue();

    assertThat(stored(post).commentCount()).isZero();
  }

  /** Likes that others wrote have ids of any kind. */
  @Test
  default void anItemOfAnotherTypeIsNotDeletedAsAComment() {
    UserId user = blog().newUser();
    PostId post = blog().newPost();
    String like = Blog.unique("like");
    Blog.write(
        blog().posts(),
        Map.of("id", like, "type", "like", "postId", post.value(), "userId", user.value()));
    blog().store().createComment(CreateComment.of(post, user, "Hm"));

    assertThat(blog().store().deleteComment(post, CommentId.of(like)).alreadyDone()).isTrue();

    assertThat(stored(post).commentCount()).isEqualTo(1);
    assertThat(blog().count(post, "like")).isEqualTo(1);
  }

  @Test
  default void aDeletedPostCannotBeFoundEditedCommentedLikedOrCreatedAgain() {
    UserId user = blog().newUser();
    PostId post = blog().newPost();
    UserId author = stored(post).userId();

    assertThat(blog().store().deletePost(post).alreadyDone()).isFalse();
    assertThat(blog().store().deletePost(post).alreadyDone()).as("again").isTrue();

    assertThat(blog().store().findPost(post)).isEmpty();
    assertThatThrownBy(() -> blog().store().editPost(new EditPost(post, "T", "C")))
        .isInstanceOf(PostNotFoundException.class);
    assertThatThrownBy(() -> blog().store().createComment(CreateComment.of(post, user, "Hm")))
        .isInstanceOf(PostNotFoundException.class);
    assertThatThrownBy(() -> blog().store().likePost(LikePost.of(post, user)))
        .isInstanceOf(PostNotFoundException.class);
    assertThatThrownBy(
            () -> blog().store().createPost(CreatePost.of(author, "T", "C").withId(post)))
        .isInstanceOf(IdTakenException.class);
  }

  @Test
  default void aUserIsFoundByTheNameAsNamesAreCompared() {
    String name = Blog.unique("Zoë");
    UserId id = UserId.of(Blog.unique("user"));
    blog().store().createUser(CreateUser.named(name).withId(id));

    assertThat(blog().store().findUserByUsername(name.toUpperCase(java.util.Locale.ROOT)))
        .isEqualTo(Optional.of(new User(id, name)));
    blog().store().renameUser(id, name + " the second");
    assertThat(blog().store().findUserByUsername(name)).isEmpty();
    assertThat(blog().store().findUserByUsername(name + " the second")).isPresent();
  }
}
