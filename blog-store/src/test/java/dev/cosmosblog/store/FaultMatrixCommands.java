package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.models.PartitionKey;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.Slug;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.command.EditComment;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EditUser;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.query.PageRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The commands of {@link FaultMatrixContractTest}, and what must be so after each. */
final class FaultMatrixCommands {
  private FaultMatrixCommands() {}

  /** The users, posts and reactions of one cell. */
  record Scene(int number) {
    UserId user() {
      return UserId.of("user-" + number);
    }

    String name() {
      return "Name " + number;
    }

    UserId other() {
      return UserId.of("other-" + number);
    }

    String otherName() {
      return "Other " + number;
    }

    PostId post() {
      return PostId.of("post-" + number);
    }

    String fresh() {
      return "fresh-" + number;
    }
  }

  /** Runs the command; whether it was already done. */
  @FunctionalInterface
  interface Run {
    boolean on(BlogStore store, Scene scene);
  }

  /** The state that must hold in the end. */
  @FunctionalInterface
  interface Check {
    void on(FaultMatrixBlog blog, Scene scene);
  }

  record Command(String name, WritePath path, Run run, Check check) {}

  private static final CommentId OLD = CommentId.of("old");
  private static final CommentId NEW = CommentId.of("new");

  private static Command batch(String name, Run run, Check check) {
    return new Command(name, WritePath.BATCH, run, check);
  }

  private static Command script(Command same) {
    return new Command(same.name() + " (script)", WritePath.SCRIPTS, same.run(), same.check());
  }

  private static final Command COMMENT =
      batch(
          "createComment",
          (store, scene) ->
              store
                  .createComment(CreateComment.of(scene.post(), scene.user(), "?").withId(NEW))
                  .alreadyDone(),
          (blog, scene) -> blog.hasCounts(scene, 2, 1));

  private static final Command LIKE =
      batch(
          "likePost",
          (store, scene) -> store.likePost(LikePost.of(scene.post(), scene.other())).alreadyDone(),
          (blog, scene) -> blog.hasCounts(scene, 1, 2));

  private static final Command UNLIKE =
      batch(
          "unlikePost",
          (store, scene) -> store.unlikePost(scene.post(), scene.user()).alreadyDone(),
          (blog, scene) -> blog.hasCounts(scene, 1, 0));

  private static final Command DELETE_COMMENT =
      batch(
          "deleteComment",
          (store, scene) -> store.deleteComment(scene.post(), OLD).alreadyDone(),
          (blog, scene) -> blog.hasCounts(scene, 0, 1));

  static final List<Command> ALL =
      List.of(
          batch("createUser", FaultMatrixCommands::createUser, FaultMatrixCommands::isCreated),
          batch("renameUser", FaultMatrixCommands::renameUser, FaultMatrixCommands::isRenamed),
          batch("createPost", FaultMatrixCommands::createPost, FaultMatrixCommands::hasPost),
          batch(
              "createPost with a slug",
              FaultMatrixCommands::createPostWithSlug,
              FaultMatrixCommands::hasSlug),
          batch(
              "editPost of a slug",
              FaultMatrixCommands::editSlug,
              (blog, scene) -> isFoundBySlug(blog, scene, scene.post())),
          batch("editPost", FaultMatrixCommands::editPost, FaultMatrixCommands::hasEditedPost),
          batch(
              "editPost of a version",
              FaultMatrixCommands::editPostOfAVersion,
              FaultMatrixCommands::isEditedOnce),
          batch("hidePost", FaultMatrixCommands::hidePost, FaultMatrixCommands::isHiddenOnce),
          batch(
              "editPost of a property",
              FaultMatrixCommands::editProperty,
              FaultMatrixCommands::hasProperties),
          batch("editUser", FaultMatrixCommands::editUser, FaultMatrixCommands::isEditedUser),
          COMMENT,
          LIKE,
          UNLIKE,
          batch("editComment", FaultMatrixCommands::editComment, FaultMatrixCommands::hasEdited),
          batch(
              "hideComment",
              (store, scene) -> store.hideComment(scene.post(), OLD).alreadyDone(),
              (blog, scene) -> blog.hasCounts(scene, 0, 1)),
          DELETE_COMMENT,
          batch(
              "closeComments",
              (store, scene) -> store.closeComments(scene.post()).alreadyDone(),
              FaultMatrixCommands::isClosedOnce),
          batch(
              "deletePost",
              (store, scene) -> store.deletePost(scene.post()).alreadyDone(),
              (blog, scene) -> assertThat(stored(blog, scene.post()).deleted()).isTrue()),
          batch(
              "eraseUser",
              (store, scene) -> store.eraseUser(EraseUser.remove(scene.user())).alreadyDone(),
              FaultMatrixCommands::isErased),
          script(COMMENT),
          script(LIKE),
          script(UNLIKE),
          script(DELETE_COMMENT));

  private static boolean createUser(BlogStore store, Scene scene) {
    CreateUser command = CreateUser.named(scene.fresh()).withId(UserId.of(scene.fresh()));
    return store.createUser(command).alreadyDone();
  }

  private static void isCreated(FaultMatrixBlog blog, Scene scene) {
    isCalled(blog, UserId.of(scene.fresh()), scene.fresh());
  }

  private static boolean renameUser(BlogStore store, Scene scene) {
    return store.renameUser(scene.user(), scene.fresh()).alreadyDone();
  }

  /** If responses were lost, the old name may stay reserved until it can be taken over. */
  private static void isRenamed(FaultMatrixBlog blog, Scene scene) {
    UserId user = scene.user();
    assertThat(reader(blog).findUser(user)).map(User::username).contains(scene.fresh());
    assertThat(reader(blog).findUserByUsername(scene.fresh())).isPresent();
    assertThat(reader(blog).findUserByUsername(scene.name())).isEmpty();
  }

  private static void isCalled(FaultMatrixBlog blog, UserId user, String name) {
    assertThat(reader(blog).findUser(user)).map(User::username).contains(name);
    blog.holdsNames(user.value(), name);
  }

  private static BlogStore reader(FaultMatrixBlog blog) {
    return blog.store(WritePath.BATCH, RetryPolicy.none());
  }

  private static boolean createPost(BlogStore store, Scene scene) {
    PostId id = PostId.of(scene.fresh());
    return store.createPost(CreatePost.of(scene.user(), "t", "c").withId(id)).alreadyDone();
  }

  private static void hasPost(FaultMatrixBlog blog, Scene scene) {
    assertThat(stored(blog, PostId.of(scene.fresh())))
        .extracting(PostItem::version, PostItem::commentCount, PostItem::likeCount)
        .containsExactly(0L, 0L, 0L);
  }

  private static Slug slug(Scene scene) {
    return Slug.from(scene.fresh());
  }

  private static boolean createPostWithSlug(BlogStore store, Scene scene) {
    CreatePost command = CreatePost.of(scene.user(), "t", "c").slug(slug(scene));
    return store.createPost(command.withId(PostId.of(scene.fresh()))).alreadyDone();
  }

  private static void hasSlug(FaultMatrixBlog blog, Scene scene) {
    isFoundBySlug(blog, scene, PostId.of(scene.fresh()));
  }

  private static void isFoundBySlug(FaultMatrixBlog blog, Scene scene, PostId post) {
    assertThat(reader(blog).findPostBySlug(slug(scene))).map(Post::id).contains(post);
  }

  private static boolean editSlug(BlogStore store, Scene scene) {
    store.editPost(EditPost.of(scene.post()).slug(slug(scene)));
    return false;
  }

  private static boolean editPost(BlogStore store, Scene scene) {
    store.editPost(new EditPost(scene.post(), "New", "New"));
    return false;
  }

  private static void hasEditedPost(FaultMatrixBlog blog, Scene scene) {
    assertThat(stored(blog, scene.post()).title()).isEqualTo("New");
    blog.hasCounts(scene, 1, 1);
  }

  private static boolean editPostOfAVersion(BlogStore store, Scene scene) {
    store.editPost(EditPost.of(scene.post()).title("New").ifVersion(0));
    return false;
  }

  private static void isEditedOnce(FaultMatrixBlog blog, Scene scene) {
    PostItem post = stored(blog, scene.post());
    assertThat(post.title()).isEqualTo("New");
    assertThat(post.content()).isNotEqualTo("New");
    assertThat(post.editVersion()).isEqualTo(1);
    blog.hasCounts(scene, 1, 1);
  }

  private static boolean hidePost(BlogStore store, Scene scene) {
    return store.hidePost(scene.post()).alreadyDone();
  }

  private static void isHiddenOnce(FaultMatrixBlog blog, Scene scene) {
    assertThat(stored(blog, scene.post()))
        .extracting(PostItem::status, PostItem::version)
        .containsExactly("hidden", 1L);
  }

  private static void isClosedOnce(FaultMatrixBlog blog, Scene scene) {
    PostItem post = stored(blog, scene.post());
    assertThat(post.toPost().commentsClosed()).isTrue();
    assertThat(post.version()).isEqualTo(1);
  }

  private static boolean editProperty(BlogStore store, Scene scene) {
    store.editPost(EditPost.of(scene.post()).property("subtitle", "new").ifVersion(0));
    return false;
  }

  private static void hasProperties(FaultMatrixBlog blog, Scene scene) {
    PostItem post = stored(blog, scene.post());
    assertThat(post.properties().asMap()).isEqualTo(Map.of("rank", 1L, "subtitle", "new"));
    assertThat(post.editVersion()).isEqualTo(1);
    blog.hasCounts(scene, 1, 1);
  }

  private static boolean editUser(BlogStore store, Scene scene) {
    store.editUser(
        EditUser.of(scene.user())
            .properties(CustomProperties.NONE.with("bio", "New"))
            .ifVersion(0));
    return false;
  }

  private static void isEditedUser(FaultMatrixBlog blog, Scene scene) {
    assertThat(reader(blog).findUser(scene.user()).orElseThrow())
        .extracting(User::version, User::editVersion, user -> user.properties().text("bio"))
        .containsExactly(0L, 1L, Optional.of("New"));
  }

  private static boolean editComment(BlogStore store, Scene scene) {
    store.editComment(new EditComment(scene.post(), OLD, "New"));
    return false;
  }

  private static void hasEdited(FaultMatrixBlog blog, Scene scene) {
    assertThat(reader(blog).commentsOf(scene.post(), PageRequest.first(2)).items())
        .singleElement()
        .satisfies(comment -> assertThat(comment.content()).isEqualTo("New"));
    blog.hasCounts(scene, 1, 1);
  }

  private static void isErased(FaultMatrixBlog blog, Scene scene) {
    assertThat(reader(blog).findUser(scene.user())).isEmpty();
    blog.holdsNames(scene.user().value());
    assertThat(stored(blog, scene.post()))
        .extracting(PostItem::deleted, PostItem::userUsername)
        .containsExactly(true, "");
    assertThat(reader(blog).commentsOf(scene.post(), PageRequest.first(2)).items()).isEmpty();
  }

  private static PostItem stored(FaultMatrixBlog blog, PostId id) {
    return blog.container("posts")
        .readItem(id.value(), new PartitionKey(id.value()), PostItem.class)
        .getItem();
  }
}
