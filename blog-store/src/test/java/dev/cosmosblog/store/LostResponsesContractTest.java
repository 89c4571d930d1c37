package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.error.StoreUnavailableException;
import dev.cosmosblog.store.error.UsernameTakenException;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmosblog.testsupport.Backend.Conditions;
import dev.cosmosblog.testsupport.Invariant;
import dev.cosmosblog.testsupport.Trap;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A command that loses any request or response, and is repeated with the same ids, is done exactly
 * once.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostResponsesContractTest {
  private static final CommentId COMMENT = CommentId.of("comment");

  @RegisterExtension
  static final LocalCosmosExtension cosmos = Backend.onePartition(Conditions.SERVICE);

  private Blog blog;

  @BeforeAll
  void provision() {
    blog = Blog.on(cosmos);
  }

  /** A user and a post of the user's, which each case has for itself. */
  private record Scene(UserId user, PostId post, String fresh) {}

  private record Case(
      String name, BiConsumer<BlogStore, Scene> command, BiConsumer<Blog, Scene> check) {}

  private static final List<Case> CASES =
      List.of(
          new Case(
              "create a user",
              (store, scene) ->
                  store.createUser(
                      CreateUser.named(scene.fresh()).withId(UserId.of(scene.fresh()))),
              (blog, scene) -> isCalled(blog, UserId.of(scene.fresh()), scene.fresh())),
          new Case(
              "rename a user",
              (store, scene) -> store.renameUser(scene.user(), scene.fresh()),
              LostResponsesContractTest::wasRenamed),
          new Case(
              "create a post",
              (store, scene) ->
                  store.createPost(
                      CreatePost.of(scene.user(), "t", "c").withId(PostId.of(scene.fresh()))),
              (blog, scene) ->
                  assertThat(blog.stored(PostId.of(scene.fresh())).version()).isZero()),
          new Case(
              "edit a post",
              (store, scene) -> store.editPost(new EditPost(scene.post(), "New", "New")),
              (blog, scene) -> assertThat(blog.stored(scene.post()).title()).isEqualTo("New")),
          new Case(
              "edit a version of a post",
              (store, scene) -> store.editPost(EditPost.of(scene.post()).title("New").ifVersion(0)),
              (blog, scene) -> {
                assertThat(blog.stored(scene.post()).title()).isEqualTo("New");
                assertThat(blog.stored(scene.post()).editVersion()).isEqualTo(1);
              }),
          new Case(
              "edit properties of a post",
              (store, scene) ->
                  store.editPost(
                      EditPost.of(scene.post()).property("subtitle", "new").ifVersion(0)),
              (blog, scene) -> {
                assertThat(blog.stored(scene.post()).properties().text("subtitle")).contains("new");
                assertThat(blog.stored(scene.post()).editVersion()).isEqualTo(1);
              }),
          new Case(
              "comment",
              (store, scene) ->
                  store.createComment(
                      CreateComment.of(scene.post(), scene.user(), "?").withId(COMMENT)),
              (blog, scene) -> hasCounts(blog, scene, 1, 0)),
          new Case(
              "close the comments",
              (store, scene) -> store.closeComments(scene.post()),
              (blog, scene) -> assertThat(blog.stored(scene.post()).version()).isEqualTo(1)),
          new Case(
              "like",
              (store, scene) -> store.likePost(LikePost.of(scene.post(), scene.user())),
              (blog, scene) -> hasCounts(blog, scene, 0, 1)));

  private static void isCalled(Blog blog, UserId id, String name) {
    assertThat(blog.store().findUser(id)).map(User::username).contains(name);
    assertThatThrownBy(() -> blog.store().createUser(CreateUser.named(name)))
        .isInstanceOf(UsernameTakenException.class);
  }

  /** The name that was given up may stay blocked, but for no longer than five minutes. */
  private static void wasRenamed(Blog blog, Scene scene) {
    isCalled(blog, scene.user(), scene.fresh());
    BlogStore later =
        blog.store(
            settings -> settings.clock(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(6))));
    assertThat(later.createUser(CreateUser.named(scene.user().value())).alreadyDone()).isFalse();
  }

  private static void hasCounts(Blog blog, Scene scene, int comments, int likes) {
    PostItem stored = blog.stored(scene.post());
    assertThat(stored.commentCount()).as("count of comments").isEqualTo(comments);
    assertThat(stored.likeCount()).as("count of likes").isEqualTo(likes);
    assertThat(blog.count(scene.post(), "comment")).as("comments").isEqualTo(comments);
    assertThat(blog.count(scene.post(), "like")).as("likes").isEqualTo(likes);
  }

  @TestFactory
  @Trap(6)
  @Invariant("I7")
  Stream<DynamicTest> aCommandWhoseAnswerGotLostIsDoneOnceWhenRepeated() {
    return CASES.stream()
        .flatMap(
            command ->
                Stream.of(false, true)
                    .map(
                        afterCommit ->
                            dynamicTest(
                                command.name() + (afterCommit ? ", answer lost" : ", request lost"),
                                () -> loseEachAnswer(command, afterCommit))));
  }

  private void loseEachAnswer(Case command, boolean afterCommit) {
    boolean lost = true;
    for (int request = 0; lost; request++) {
      UserId user = blog.newUser();
      Scene scene = new Scene(user, blog.newPost(user), Blog.unique("fresh"));
      LostResponses connection = new LostResponses(request, afterCommit);
      BlogStore cut =
          blog.storeOn(
              connection.to(blog.users()),
              connection.to(blog.posts()),
              connection.to(blog.frontPage()),
              settings -> settings.retryPolicy(RetryPolicy.none()));
      lost = fails(() -> command.command().accept(cut, scene));
      assertThat(lost).as("a lost response is reported").isEqualTo(connection.happened());
      command.command().accept(blog.store(), scene);
      command.check().accept(blog, scene);
    }
  }

  private static boolean fails(Runnable command) {
    try {
      command.run();
      return false;
    } catch (StoreUnavailableException e) {
      return true;
    }
  }
}
