package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.CommentNotFoundException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.VersionConflictException;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Invariant;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Edits change what they name, and only in the version that they ask for. */
interface EditsContract extends OnBlog {
  Instant LONG_AGO = Instant.parse("2019-03-04T10:00:00.250Z");

  private Post found(PostId post) {
    return blog().store().findPost(post).orElseThrow();
  }

  private PostId postOfLongAgo(UserId author) {
    CreatePost command = CreatePost.of(author, "Title", "Text").writtenAt(LONG_AGO);
    return blog().store().createPost(command).value().id();
  }

  @Test
  default void anEditLeavesWhatItDoesNotName() {
    PostId post = blog().newPost();

    blog().store().editPost(EditPost.of(post).title("New"));
    assertThat(found(post)).extracting(Post::title, Post::content).containsExactly("New", "Text");
    blog().store().editPost(EditPost.of(post).content(""));
    assertThat(found(post)).extracting(Post::title, Post::content).containsExactly("New", "");
  }

  @Test
  default void aPostsVersionAndDateChangeWithEditsAndNothingElse() {
    UserId user = blog().newUser();
    PostId post = postOfLongAgo(user);
    blog().store().likePost(LikePost.of(post, user));
    blog().store().createComment(CreateComment.of(post, user, "Nice"));

    assertThat(found(post).version()).isZero();
    assertThat(found(post).updatedAt()).isEqualTo(LONG_AGO);

    Post edited = blog().store().editPost(new EditPost(post, "New", "Words")).value();
    blog().store().unlikePost(post, user);

    assertThat(edited.version()).isEqualTo(1);
    assertThat(edited.updatedAt()).isAfter(LONG_AGO);
    assertThat(edited.creationDate()).isEqualTo(LONG_AGO);
    assertThat(found(post).version()).isEqualTo(1);
    assertThat(found(post).updatedAt()).isEqualTo(edited.updatedAt());
  }

  @Test
  default void anEditOfTheVersionThatWasReadIsDoneThoughThePostWasLiked() {
    UserId user = blog().newUser();
    PostId post = blog().newPost();
    long read = found(post).version();
    blog().store().likePost(LikePost.of(post, user));

    Post edited = blog().store().editPost(EditPost.of(post).title("New").ifVersion(read)).value();

    assertThat(edited.title()).isEqualTo("New");
    assertThat(edited.likeCount()).isEqualTo(1);
    assertThat(
            blog()
                .store()
                .editPost(EditPost.of(post).title("Newer").ifVersion(1))
                .value()
                .version())
        .isEqualTo(2);
  }

  @Test
  default void anEditOfAnEarlierVersionIsRefusedWithTheCurrentOne() {
    PostId post = blog().newPost();
    blog().store().editPost(EditPost.of(post).title("First"));
    Post second = blog().store().editPost(EditPost.of(post).title("Second")).value();

    for (long earlier = 0; earlier < 2; earlier++) {
      EditPost edit = EditPost.of(post).content("Lost").ifVersion(earlier);
      long expected = earlier;
      assertThatThrownBy(() -> blog().store().editPost(edit))
          .isInstanceOfSatisfying(
              VersionConflictException.class,
              e -> {
                assertThat(e.id()).isEqualTo(post.value());
                assertThat(e.expectedVersion()).isEqualTo(expected);
                assertThat(e.currentVersion()).isEqualTo(2);
              });
    }
    assertThat(found(post)).isEqualTo(second);
  }

  /** It would seem to be based on the version that its author read, and is not. */
  @Test
  default void anExcerptIsStoredEditedAndRemoved() {
    PostId id = PostId.of(Blog.unique("excerpt"));
    UserId author = blog().newUser();
    CreatePost command = CreatePost.of(author, "Title", "Content").withId(id).excerpt("Short");
    Post created = blog().store().createPost(command).value();
    assertThat(created.excerpt()).isEqualTo("Short");
    assertThat(blog().store().findPost(id)).contains(created);
    assertThat(created.summary().summary()).isEqualTo("Short");

    EditPost edit = EditPost.of(id).excerpt("Shorter").ifVersion(0);
    Post edited = blog().store().editPost(edit).value();
    assertThat(edited.excerpt()).isEqualTo("Shorter");
    assertThat(edited.content()).isEqualTo("Content");
    assertThat(blog().store().editPost(edit).alreadyDone()).isTrue();
    assertThatThrownBy(() -> blog().store().editPost(EditPost.of(id).excerpt("Other").ifVersion(0)))
        .isInstanceOf(VersionConflictException.class);

    Post without = blog().store().editPost(EditPost.of(id).excerpt("")).value();
    assertThat(without.excerpt()).isNull();
    assertThat(without.summary().summary()).isEqualTo("Content");

    blog().store().editPost(EditPost.of(id).excerpt("Private"));
    blog().store().deletePost(id);
    assertThat(blog().stored(id).excerpt()).as("of the tombstone").isNullOrEmpty();
  }

  @Test
  @Invariant("I7")
  default void anEditIsNotDoneBecauseALaterOneWroteTheSame() {
    PostId post = blog().newPost();
    EditPost edit = EditPost.of(post).title("Same").ifVersion(0);
    blog().store().editPost(EditPost.of(post).title("First"));
    blog().store().editPost(EditPost.of(post).title("Same"));

    assertThatThrownBy(() -> blog().store().editPost(edit))
        .isInstanceOfSatisfying(
            VersionConflictException.class, e -> assertThat(e.currentVersion()).isEqualTo(2));
  }

  @Test
  default void anEditOfALaterVersionIsRefused() {
    PostId post = blog().newPost();
    assertThatThrownBy(() -> blog().store().editPost(EditPost.of(post).title("x").ifVersion(3)))
        .isInstanceOf(VersionConflictException.class)
        .hasMessageContaining("has version 0, but the edit expects version 3");
  }

  @Test
  default void anEditOfAVersionThatIsRepeatedIsDoneOnce() {
    PostId post = blog().newPost();
    EditPost edit = EditPost.of(post).title("New").ifVersion(0);

    Post first = blog().store().editPost(edit).value();

    assertThat(blog().store().editPost(edit).value()).isEqualTo(first);
    assertThat(blog().stored(post).version()).as("writes").isEqualTo(1);
  }

  @Test
  default void ofManyEditsOfOneVersionOneIsDone() {
    PostId post = blog().newPost();

    List<Boolean> done =
        AtOnce.run(
            16,
            i -> {
              EditPost edit = EditPost.of(post).title("Title " + i).ifVersion(0);
              try {
                return blog().store().editPost(edit).value().title().equals(edit.title());
              } catch (VersionConflictException e) {
                assertThat(e.currentVersion()).isEqualTo(1);
                return false;
              }
            });

    assertThat(done).filteredOn(won -> won).hasSize(1);
    assertThat(found(post).title()).isEqualTo("Title " + done.indexOf(true));
    assertThat(found(post).version()).isEqualTo(1);
  }

  @Test
  default void anEditOfAVersionOfAMissingOrDeletedPostFindsNone() {
    PostId deleted = blog().newPost();
    blog().store().deletePost(deleted);
    for (PostId post : List.of(deleted, PostId.of(Blog.unique("nothing")))) {
      assertThatThrownBy(() -> blog().store().editPost(EditPost.of(post).title("x").ifVersion(0)))
          .isInstanceOf(PostNotFoundException.class);
    }
  }

  @Test
  default void aPostOfAnotherProgramIsEditedInVersionZero() {
    Backend.Feature.PATCH_OF_A_MISSING_PATH.required();
    PostId post = PostId.of(Blog.unique("foreign"));
    String id = post.value();
    Blog.write(blog().posts(), Map.of("id", id, "postId", id, "type", "post", "userId", "u"));
    assertThat(blog().store().editPost(EditPost.of(post).title("x").ifVersion(0)).value())
        .extracting(Post::title, Post::version)
        .containsExactly("x", 1L);
  }

  @Test
  default void aCommentIsEditedInTheVersionThatWasRead() {
    UserId user = blog().newUser();
    PostId post = blog().newPost();
    CommentId id =
        blog()
            .store()
            .createComment(CreateComment.of(post, user, "Old").writtenAt(LONG_AGO))
            .value()
            .id();
    EditComment edit = EditComment.of(post, id, "New").ifVersion(0);

    Comment edited = blog().store().editComment(edit).value();

    assertThat(edited.version()).isEqualTo(1);
    assertThat(edited.updatedAt()).isAfter(LONG_AGO);
    assertThat(blog().store().editComment(edit).value()).as("repeated").isEqualTo(edited);
    assertThatThrownBy(
            () -> blog().store().editComment(EditComment.of(post, id, "Lost").ifVersion(0)))
        .isInstanceOfSatisfying(
            VersionConflictException.class, e -> assertThat(e.currentVersion()).isEqualTo(1));
    assertThat(blog().store().commentsOf(post, PageRequest.first(10)).items())
        .containsExactly(edited);
    blog().store().deleteComment(post, id);
    for (CommentId none : List.of(id, CommentId.of(post.value()))) {
      assertThatThrownBy(
              () -> blog().store().editComment(EditComment.of(post, none, "x").ifVersion(1)))
          .isInstanceOf(CommentNotFoundException.class);
    }
  }
}
