package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.PostNotFoundException;
import dev.cosmosblog.store.error.SchemaMissingException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.error.UsernameTakenException;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Trap;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Rejected commands have no effect. */
interface RefusalsContract extends OnBlog {
  private void refused(Class<? extends RuntimeException> expected, ThrowingCallable command) {
    int users = Blog.count(blog().users());
    int posts = Blog.count(blog().posts());
    assertThatThrownBy(command).isInstanceOf(expected);
    assertThat(Blog.count(blog().users())).as("items in users").isEqualTo(users);
    assertThat(Blog.count(blog().posts())).as("items in posts").isEqualTo(posts);
  }

  private void takesNeitherCommentNorLikeNorEdit(PostId post) {
    UserId user = blog().newUser();
    BlogStore store = blog().store();
    refused(
        PostNotFoundException.class, () -> store.createComment(CreateComment.of(post, user, "?")));
    refused(PostNotFoundException.class, () -> store.likePost(LikePost.of(post, user)));
    refused(PostNotFoundException.class, () -> store.editPost(new EditPost(post, "t", "c")));
    assertThatThrownBy(() -> store.createComment(CreateComment.of(post, user, "?")))
        .isInstanceOfSatisfying(
            PostNotFoundException.class, e -> assertThat(e.postId()).isEqualTo(post))
        .hasMessageContaining("Create or publish the post first");
    assertThat(store.findPost(post)).isEmpty();
  }

  @Test
  @Trap(9)
  default void writingToAMissingPostIsRefusedAndLeavesNothing() {
    takesNeitherCommentNorLikeNorEdit(PostId.of(Blog.unique("nothing")));
  }

  @Test
  @Trap(9)
  default void writingToAnItemOfAnotherTypeIsRefusedAndLeavesNothing() {
    PostId id = PostId.of(Blog.unique("note"));
    Blog.write(
        blog().posts(),
        Map.of("id", id.value(), "postId", id.value(), "type", "note", "commentCount", 7));
    takesNeitherCommentNorLikeNorEdit(id);
    assertThat(blog().stored(id).commentCount()).isEqualTo(7);
  }

  @Test
  @Trap(9)
  default void writingToADeletedPostIsRefusedAndLeavesNothing() {
    PostId id = PostId.of(Blog.unique("deleted"));
    Blog.write(
        blog().posts(),
        Map.of("id", id.value(), "postId", id.value(), "type", "post", "deleted", true));
    takesNeitherCommentNorLikeNorEdit(id);
  }

  @Test
  default void aMissingUserWritesNothing() {
    UserId nobody = UserId.of(Blog.unique("nobody"));
    PostId post = blog().newPost();
    BlogStore store = blog().store();
    Class<UserNotFoundException> expected = UserNotFoundException.class;
    refused(expected, () -> store.createPost(CreatePost.of(nobody, "t", "c")));
    refused(expected, () -> store.createComment(CreateComment.of(post, nobody, "c")));
    refused(expected, () -> store.likePost(LikePost.of(post, nobody)));
    refused(expected, () -> store.renameUser(nobody, Blog.unique("name")));
  }

  @Test
  default void anIdThatIsTakenLeavesNothing() {
    UserId user = blog().newUser();
    UserId other = blog().newUser();
    PostId post = blog().newPost(other);
    CommentId comment = CommentId.of("comment");
    BlogStore store = blog().store();
    store.createComment(CreateComment.of(post, other, "Mine").withId(comment));
    Class<IdTakenException> expected = IdTakenException.class;
    refused(expected, () -> store.createUser(CreateUser.named(Blog.unique("name")).withId(user)));
    refused(expected, () -> store.createPost(CreatePost.of(user, "t", "c").withId(post)));
    refused(
        expected, () -> store.createComment(CreateComment.of(post, user, "Me").withId(comment)));
    assertThat(blog().stored(post).commentCount()).isEqualTo(1);
    assertThat(store.findUser(user)).contains(new User(user, user.value()));
  }

  @Test
  default void aNameThatIsTakenLeavesNothing() {
    UserId user = blog().newUser();
    UserId other = blog().newUser();
    String taken = other.value().toUpperCase(Locale.ROOT);
    BlogStore store = blog().store();
    Class<UsernameTakenException> expected = UsernameTakenException.class;
    refused(expected, () -> store.createUser(CreateUser.named(taken)));
    refused(expected, () -> store.renameUser(user, taken));
    assertThat(store.findUser(user)).contains(new User(user, user.value()));
  }

  @Test
  default void listsOfMissingUsersAndPostsAreEmpty() {
    String nothing = Blog.unique("nothing");
    PageRequest page = PageRequest.first(10);
    BlogStore store = blog().store();
    assertThat(store.postsOf(UserId.of(nothing), page).items()).isEmpty();
    assertThat(store.commentsOf(PostId.of(nothing), page).items()).isEmpty();
    assertThat(store.likesOf(PostId.of(nothing), page).items()).isEmpty();
    assertThat(store.likesOf(PostId.of(nothing), page).next()).isEmpty();
  }

  @Test
  default void aStoreWithoutItsContainersSaysSo() {
    BlogStore store =
        BlogStore.on(
            BlogDatabase.builder()
                .client(blog().cosmos().client(), blog().cosmos().freshName())
                .build());
    Class<SchemaMissingException> expected = SchemaMissingException.class;
    UserId user = UserId.of("user");
    PostId post = PostId.of("post");
    assertThatThrownBy(() -> store.findUser(user)).isInstanceOf(expected);
    assertThatThrownBy(() -> store.createUser(CreateUser.named("name"))).isInstanceOf(expected);
    assertThatThrownBy(() -> store.editPost(new EditPost(post, "", ""))).isInstanceOf(expected);
    assertThatThrownBy(() -> store.likesOf(post, PageRequest.first(1))).isInstanceOf(expected);
    assertThatThrownBy(() -> store.recentPosts(1)).isInstanceOf(expected);
  }
}
