package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.PostSummaryItem;
import dev.cosmosblog.store.command.CommandResult;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.Erasure;
import dev.cosmosblog.store.command.ErasureReport;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.error.IdTakenException;
import dev.cosmosblog.store.error.UserNotFoundException;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.store.internal.repository.UserErasures;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.TestItems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
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
    assertThatThrownBy(() -> store.editUser(EditUser.of(erased).property("a", 1)))
        .isInstanceOf(notFound);
    assertThatThrownBy(() -> store.createUser(CreateUser.named(Blog.unique("new")).withId(erased)))
        .isInstanceOf(IdTakenException.class);
  }

  private static PostItem revision(ErasedScene scene) {
    PartitionKey key = new PartitionKey(scene.foreignPost().value());
    return scene.blog().posts().readItem("revision", key, PostItem.class).getItem();
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
    assertThat(done.value().frontPage().removed())
        .as("those of the posts on the front page")
        .isPositive();
    assertThat(scene.blog().store().recentPosts(Blog.FRONT_PAGE_SIZE))
        .as("the front page")
        .extracting(PostSummary::id)
        .containsExactly(scene.foreignPost());
    assertThat(done.value().posts().requestUnits()).isPositive();
    scene.isRemoved();
    refusesAllCommandsOf(scene);
    assertThat(scene.blog().store().createUser(CreateUser.named(scene.name())).alreadyDone())
        .as("the name is free")
        .isFalse();
  }

  @Test
  @Invariant("I9")
  default void onlyTheTombstoneOfARemovedUserExpires() {
    for (Erasure erasure : Erasure.values()) {
      ErasedScene scene = ErasedScene.of(blog().fresh());
      String id = scene.user().value();
      scene.blog().store().eraseUser(new EraseUser(scene.user(), erasure, "nobody"));

      JsonNode tombstone =
          scene.blog().users().readItem(id, new PartitionKey(id), JsonNode.class).getItem();
      assertThat(tombstone.has("formerUsername")).as("%s", erasure).isFalse();
      assertThat(tombstone.path("ttl").asLong())
          .as("%s", erasure)
          .isEqualTo(erasure == Erasure.REMOVE ? Duration.ofDays(7).toSeconds() : 0);
    }
  }

  @Test
  @Invariant("I9")
  default void anItemThatIsNoUserIsNotErased() {
    String id = Blog.unique("page");
    Map<String, Object> page =
        Map.of("id", id, "userId", id, "type", "page", "username", Blog.unique("name"));
    Blog.write(blog().users(), page);

    for (Erasure erasure : Erasure.values()) {
      assertThatThrownBy(
              () -> blog().store().eraseUser(new EraseUser(UserId.of(id), erasure, "nobody")))
          .isInstanceOf(UserNotFoundException.class);
    }

    JsonNode stored = blog().users().readItem(id, new PartitionKey(id), JsonNode.class).getItem();
    assertThat(stored.path("username").asText()).isEqualTo(page.get("username"));
  }

  @Test
  default void erasingTwiceIsAlreadyDone() {
    ErasedScene scene = ErasedScene.of(blog().fresh());
    scene.blog().store().eraseUser(EraseUser.remove(scene.user()));
    CommandResult<ErasureReport> again =
        scene.blog().store().eraseUser(EraseUser.anonymize(scene.user()));
    assertThat(again.alreadyDone()).isTrue();
    assertThat(again.value().erasure()).as("what was removed stays so").isEqualTo(Erasure.REMOVE);
    assertThatThrownBy(() -> scene.blog().store().eraseUser(EraseUser.remove(UserId.of("nobody"))))
        .isInstanceOf(UserNotFoundException.class);
  }

  @Test
  default void anonymizingAUserKeepsWhatTheyWroteWithoutTheName() {
    ErasedScene scene = ErasedScene.of(blog().fresh());
    CommandResult<ErasureReport> done =
        scene.blog().store().eraseUser(EraseUser.anonymize(scene.user()).withReplacement("nobody"));

    assertThat(done.value().posts().anonymized()).isEqualTo(6);
    assertThat(done.value().users().anonymized()).as("a copy").isEqualTo(1);
    scene.isAnonymized("nobody");
    refusesAllCommandsOf(scene);
    assertThat(scene.blog().store().commentsOf(scene.foreignPost(), PageRequest.first(10)).items())
        .extracting(Comment::userUsername)
        .contains("nobody");
  }

  @Test
  default void anAnonymizedUserCanStillBeRemoved() {
    ErasedScene scene = ErasedScene.of(blog().fresh());
    scene.blog().store().eraseUser(EraseUser.anonymize(scene.user()));
    scene.blog().store().eraseUser(EraseUser.remove(scene.user()));
    scene.isRemoved();
  }

  /** A text can't be incremented. */
  @Test
  @Invariant("I9")
  default void aPostWhoseVersionIsATextIsErasedWithTheOthers() {
    for (Erasure erasure : Erasure.values()) {
      List<String> leftOut = new ArrayList<>();
      ErasedScene scene = ErasedScene.of(blog().fresh());
      Map<String, Object> foreign =
          Map.of(
              "id",
              "foreign",
              "postId",
              "foreign",
              "type",
              "post",
              "userId",
              scene.user().value(),
              "userUsername",
              "Personal",
              "version",
              "three");
      Blog.write(scene.blog().posts(), foreign);
      BlogStore store =
          scene.blog().store(database -> database.listener(r -> leftOut.addAll(r.malformed())));

      store.eraseUser(new EraseUser(scene.user(), erasure, "nobody"));

      assertThat(leftOut).as("%s", erasure).isEmpty();
      PartitionKey key = new PartitionKey("foreign");
      assertThat(scene.blog().posts().readItem("foreign", key, JsonNode.class).getItem().toString())
          .as("%s", erasure)
          .doesNotContain("Personal");
      if (erasure == Erasure.REMOVE) {
        scene.isRemoved();
      } else {
        scene.isAnonymized("nobody");
      }
      assertThat(scene.blog().repositories().erasures().finish(scene.user()))
          .as("it has ended")
          .isFalse();
    }
  }

  /** Another program may keep a post's revisions in the post's partition. */
  @Test
  @Invariant("I10")
  default void aPostOfTheUserInAnothersPartitionIsToldAndTheOthersPostStaysAsItIs() {
    for (Erasure erasure : Erasure.values()) {
      List<String> leftOut = new ArrayList<>();
      ErasedScene scene = ErasedScene.of(blog().fresh());
      String other = scene.foreignPost().value();
      PostItem stray =
          TestItems.post("revision").inPartition(other).by(scene.user().value()).build();
      Blog.write(scene.blog().posts(), stray);
      BlogStore store =
          scene.blog().store(database -> database.listener(r -> leftOut.addAll(r.malformed())));
      Post before = store.findPost(scene.foreignPost()).orElseThrow();

      store.eraseUser(new EraseUser(scene.user(), erasure, "nobody"));

      assertThat(store.findPost(scene.foreignPost()))
          .as("the other's post, %s", erasure)
          .get()
          .extracting(Post::userId, Post::userUsername, Post::title, Post::content)
          .containsExactly(
              before.userId(), before.userUsername(), before.title(), before.content());
      if (erasure == Erasure.REMOVE) {
        scene.isRemoved();
        assertThat(leftOut).containsOnly("revision");
        assertThat(revision(scene)).isEqualTo(stray);
      } else {
        scene.isAnonymized("nobody");
        assertThat(leftOut).isEmpty();
        assertThat(revision(scene).userUsername()).isEqualTo("nobody");
      }
      assertThat(scene.blog().repositories().erasures().finish(scene.user()))
          .as("it has ended")
          .isFalse();
    }
  }

  /** The copy of such a post would have the id of the user's tombstone. */
  @Test
  @Invariant("I10")
  default void erasingAUserWhoseIdIsThatOfAPostLeavesTheMark() {
    ErasedScene scene = ErasedScene.of(blog().fresh());
    String id = scene.user().value();
    Blog.write(scene.blog().posts(), Map.of("id", id, "postId", id, "type", "post", "userId", id));

    scene.blog().store().eraseUser(EraseUser.remove(scene.user()));

    scene.isRemoved();
    assertThat(scene.blog().stored(PostId.of(id)).deleted()).isTrue();
    assertThat(scene.blog().store().eraseUser(EraseUser.remove(scene.user())).alreadyDone())
        .as("the mark is there")
        .isTrue();
  }

  /** A change that was read before the erasure carries the name that the copies have lost. */
  @Test
  @Invariant("I4")
  default void anAnonymizedNameNeverComesBackByAChangeInFlight() {
    ErasedScene scene = ErasedScene.of(blog().fresh());
    scene.blog().store().likePost(LikePost.of(scene.ownPost(), scene.blog().newUser()));
    PostSummaryItem inFlight = scene.blog().stored(scene.ownPost()).summary();
    scene.blog().store().eraseUser(EraseUser.anonymize(scene.user()).withReplacement("nobody"));

    scene.blog().repositories().summaries().put(inFlight);
    scene
        .blog()
        .repositories()
        .frontPage()
        .update(List.of(inFlight), Set.of(), Blog.FRONT_PAGE_SIZE);

    assertThat(scene.blog().store().postsOf(scene.user(), PageRequest.first(10)).items())
        .singleElement()
        .satisfies(copy -> assertThat(copy.likeCount()).as("the change came").isEqualTo(3))
        .satisfies(copy -> assertThat(copy.userUsername()).isEqualTo("nobody"));
    assertThat(scene.blog().store().recentPosts(Blog.FRONT_PAGE_SIZE))
        .filteredOn(post -> post.id().equals(scene.ownPost()))
        .singleElement()
        .satisfies(post -> assertThat(post.userUsername()).isEqualTo("nobody"));
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

    assertThat(scene.blog().repositories().erasures().finish(scene.user())).isTrue();
    scene.isRemoved();
    assertThat(scene.blog().repositories().erasures().finish(scene.user())).as("again").isFalse();
    assertThat(scene.blog().repositories().erasures().finish(scene.blog().newUser()))
        .as("a user")
        .isFalse();
  }

  /** The change feed finishes it for a caller who died, in the time that it has. */
  @Test
  default void anErasureThatIsStoppedBetweenTwoItemsGoesOnThere() {
    ErasedScene scene = ErasedScene.of(blog().fresh());
    BlogStore knowing = scene.blog().storeThatKnowsAuthorsFor(Duration.ofHours(1));
    knowing.likePost(LikePost.of(scene.foreignPost(), scene.user()));
    scene.blog().store().eraseUser(EraseUser.remove(scene.user()));
    PostId post = scene.foreignPost();
    for (int i = 0; i < 3; i++) {
      knowing.createComment(CreateComment.of(post, scene.user(), "late"));
    }
    long late = scene.blog().count(post, "comment");
    Repositories repositories = scene.blog().repositories();
    AtomicInteger left = new AtomicInteger(2);

    assertThat(repositories.erasures().finish(scene.user(), () -> left.getAndDecrement() > 0))
        .isFalse();

    assertThat(scene.blog().count(post, "comment")).isEqualTo(late - 2);
    assertThat(repositories.erasures().finish(scene.user(), () -> true)).isTrue();
    scene.isRemoved();
    assertThat(repositories.erasures().finish(scene.blog().newUser(), () -> true))
        .as("a user")
        .isTrue();
  }

  @Test
  @Invariant("I9")
  default void anErasureThatIsStoppedBetweenTwoSummariesGoesOnThere() {
    ErasedScene scene = ErasedScene.of(blog().fresh());
    scene.blog().store().eraseUser(EraseUser.anonymize(scene.user()));
    CosmosContainer users = scene.blog().cosmosDatabase().getContainer("users");
    for (String gone : List.of("gone-1", "gone-2")) {
      users.createItem(TestItems.post(gone).by(scene.user().value(), scene.name()).summary());
    }
    UserErasures erasures = scene.blog().repositories().erasures();
    AtomicInteger left = new AtomicInteger(2);

    assertThat(erasures.finish(scene.user(), () -> left.getAndDecrement() > 0)).isFalse();

    assertThat(erasures.finish(scene.user(), () -> true)).isTrue();
    assertThat(scene.blog().store().postsOf(scene.user(), PageRequest.first(10)).items())
        .hasSize(3)
        .extracting(PostSummary::userUsername)
        .containsOnly(EraseUser.DEFAULT_REPLACEMENT);
  }
}
