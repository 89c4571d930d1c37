package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.query.PageRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Users who are erased, with what they wrote or without their names in it. */
interface ErasureContract extends OnBlog {
  private void refusesAllCommandsOf(ErasedScene scene) {
    BlogStore store = scene.blog().store();
    UserId erased = scene.user();
    Class<UserNotFoundException> notFound = UserNotFoundException.class;
    assertThat(store.findUser(erased)).isEmpty();
    assertThat(store.findUserByUsername(scene.name())).isEmpty();
    assertThatThrownBy(() -> store.createPost(CreatePost.of(erased, "t", "c")))
        .isInstanceOf(notFound);
    assertThatThrownBy(
            () -> store.createComment(CreateComment.of(scene.foreignPost(), erased, "c")))
        .isInstanceOf(notFound);
    assertThatThrownBy(() -> store.likePost(LikePost.of(scene.foreignPost(), erased)))
        .isInstanceOf(notFound);
    assertThatThrownBy(() -> store.renameUser(erased, "x")).isInstanceOf(notFound);
    assertThatThrownBy(() -> store.createUser(CreateUser.named(Blog.unique("new")).withId(erased)))
        .isInstanceOf(IdTakenException.class);
  }

  @Test
  default void removingAUserDeletesEverythingTheyWroteAndAdjustsTheCounts() {
    ErasedScene scene = ErasedScene.of(blog().fresh());
    CommandResult<ErasureReport> done =
        scene.blog().store().eraseUser(EraseUser.remove(scene.user()));

    assertThat(done.alreadyDone()).isFalse();
    assertThat(done.value().posts().removed())
        .as("two posts, and a comment and a like on each of two posts")
        .isEqualTo(6);
    assertThat(done.value().users().removed()).as("the name and a copy").isEqualTo(2);
    assertThat(done.value().feed().removed()).as("those of the posts in the feed").isPositive();
    assertThat(done.value().posts().requestUnits()).isPositive();
    scene.isRemoved();
    refusesAllCommandsOf(scene);
    assertThat(scene.blog().store().createUser(CreateUser.named(scene.name())).alreadyDone())
        .as("the name is free")
        .isFalse();
  }

  @Test
  default void erasingTwiceIsAlreadyDone() {
    ErasedScene scene = ErasedScene.of(blog().fresh());
    scene.blog().store().eraseUser(EraseUser.remove(scene.user()));
    CommandResult<ErasureReport> again =
        scene.blog().store().eraseUser(EraseUser.anonymise(scene.user()));
    assertThat(again.alreadyDone()).isTrue();
    assertThat(again.value().erasure()).as("what was removed stays so").isEqualTo(Erasure.REMOVE);
    assertThatThrownBy(() -> scene.blog().store().eraseUser(EraseUser.remove(UserId.of("nobody"))))
        .isInstanceOf(UserNotFoundException.class);
  }

  @Test
  default void anonymizingAUserKeepsWhatTheyWroteWithoutTheName() {
    ErasedScene scene = ErasedScene.of(blog().fresh());
    CommandResult<ErasureReport> done =
        scene.blog().store().eraseUser(EraseUser.anonymise(scene.user()).withReplacement("nobody"));

    assertThat(done.value().posts().anonymised()).isEqualTo(6);
    scene.isAnonymised("nobody");
    refusesAllCommandsOf(scene);
    assertThat(scene.blog().store().commentsOf(scene.foreignPost(), PageRequest.first(10)).items())
        .extracting(Comment::userUsername)
        .contains("nobody");
  }

  @Test
  default void anAnonymizedUserCanStillBeRemoved() {
    ErasedScene scene = ErasedScene.of(blog().fresh());
    scene.blog().store().eraseUser(EraseUser.anonymise(scene.user()));
    scene.blog().store().eraseUser(EraseUser.remove(scene.user()));
    scene.isRemoved();
  }

  @Test
  default void postsDeletedBeforeTheErasureLoseTheNameToo() {
    ErasedScene scene = ErasedScene.of(blog().fresh());
    PostId deleted = scene.blog().newPost(scene.user());
    scene.blog().store().deletePost(deleted);
    scene.blog().store().eraseUser(EraseUser.remove(scene.user()));
    scene.isRemoved();
  }

  @Test
  default void finishingAnErasureFindsWhatWasWrittenMeanwhile() {
    ErasedScene scene = ErasedScene.of(blog().fresh());
    BlogStore knowing = scene.blog().storeThatKnowsAuthorsFor(Duration.ofHours(1));
    knowing.likePost(LikePost.of(scene.foreignPost(), scene.user()));
    scene.blog().store().eraseUser(EraseUser.remove(scene.user()));
    knowing.createComment(CreateComment.of(scene.foreignPost(), scene.user(), "late"));

    assertThat(scene.blog().copies().finishErasure(scene.user())).isTrue();
    scene.isRemoved();
    assertThat(scene.blog().copies().finishErasure(scene.user())).as("again").isFalse();
    assertThat(scene.blog().copies().finishErasure(scene.blog().newUser())).as("a user").isFalse();
  }
}
