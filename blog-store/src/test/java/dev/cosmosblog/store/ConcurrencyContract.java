package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many at once: no command fails, and counts and items agree. */
interface ConcurrencyContract extends OnBlog {
  int THREADS = 64;

  @Test
  @Invariant("I1")
  default void sixtyFourThreadsLikeAndCommentOnOnePost() {
    BlogStore store = blog().store();
    PostId post = blog().newPost();
    List<UserId> users = IntStream.range(0, THREADS).mapToObj(i -> blog().newUser()).toList();

    List<List<CommandResult<?>>> results =
        AtOnce.run(
            THREADS,
            i -> {
              UserId user = users.get(i);
              CommentId comment = CommentId.of("comment-" + i);
              return List.of(
                  store.likePost(LikePost.of(post, user)),
                  store.createComment(CreateComment.of(post, user, "?").withId(comment)),
                  store.likePost(LikePost.of(post, user)));
            });

    assertThat(results)
        .allSatisfy(
            done ->
                assertThat(done)
                    .extracting(result -> result.alreadyDone())
                    .containsExactly(false, false, true));
    agree(post, THREADS, THREADS);
  }

  @Test
  @Trap({6, 7})
  @Invariant("I2")
  default void manyRepeatsAtOnceAreCountedOnce() {
    BlogStore store = blog().store();
    PostId post = blog().newPost();
    UserId user = blog().newUser();
    CreateComment comment = CreateComment.of(post, user, "?").withId(CommentId.of("comment"));

    List<Boolean> again =
        AtOnce.run(
            32,
            i ->
                i % 2 == 0
                    ? store.likePost(LikePost.of(post, user)).alreadyDone()
                    : store.createComment(comment).alreadyDone());

    assertThat(again)
        .filteredOn(alreadyDone -> !alreadyDone)
        .as("one like, one comment")
        .hasSize(2);
    agree(post, 1, 1);
  }

  @Test
  default void editsAndLikesAtOnceLoseNothing() {
    BlogStore store = blog().store();
    PostId post = blog().newPost();
    List<UserId> users = IntStream.range(0, 16).mapToObj(i -> blog().newUser()).toList();

    AtOnce.run(
        32,
        i ->
            i % 2 == 0
                ? store.editPost(new EditPost(post, "Title " + i, "Text " + i)).value().title()
                : store.likePost(LikePost.of(post, users.get(i / 2))).value().userUsername());

    agree(post, 0, 16);
    Post stored = store.findPost(post).orElseThrow();
    assertThat(stored.title().substring(6)).isEqualTo(stored.content().substring(5));
    assertThat(blog().stored(post).version()).as("one for each write").isBetween(17L, 32L);
  }

  @Test
  @Invariant("I7")
  default void manyCreatesOfOnePostMakeOne() {
    BlogStore store = blog().store();
    UserId author = blog().newUser();
    CreatePost command = CreatePost.of(author, "t", "c").withId(PostId.of(Blog.unique("post")));
    List<Boolean> again = AtOnce.run(16, i -> store.createPost(command).alreadyDone());
    assertThat(again).filteredOn(alreadyDone -> !alreadyDone).hasSize(1);
  }

  private void agree(PostId post, int comments, int likes) {
    Post stored = blog().store().findPost(post).orElseThrow();
    assertThat(stored.commentCount()).as("count of comments").isEqualTo(comments);
    assertThat(stored.likeCount()).as("count of likes").isEqualTo(likes);
    assertThat(blog().count(post, "comment")).as("comments").isEqualTo(comments);
    assertThat(blog().count(post, "like")).as("likes").isEqualTo(likes);
  }
}
