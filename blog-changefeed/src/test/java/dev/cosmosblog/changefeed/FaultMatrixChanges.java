package dev.cosmosblog.changefeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.PostSummary;
import dev.cosmosblog.model.Tag;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.ItemType;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateComment;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.EditPost;
import dev.cosmosblog.store.command.EraseUser;
import dev.cosmosblog.store.command.LikePost;
import dev.cosmosblog.store.query.PageRequest;
import dev.cosmosblog.store.query.Visibility;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;

/** The changes of {@link HandlerFaultMatrixContractTest}, and what must be so after each. */
final class FaultMatrixChanges {
  /** The change feed reads many users in one page. */
  private static final int USERS_AT_ONCE = 25;

  private static final Tag TAG = Tag.of("first");
  private static final Tag OTHER = Tag.of("second");
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

  private final TestBlog blog;
  private final BlogStore store;
  // Handles the changes so far.
  private final Runnable drain;
  private int scenes;

  FaultMatrixChanges(TestBlog blog, Runnable drain) {
    this.blog = blog;
    this.drain = drain;
    this.store = blog.store;
  }

  /** The items of one cell: two users, and a post of the first, which the second commented. */
  record Scene(int number) {
    UserId author() {
      return UserId.of("author-" + number);
    }

    UserId reader() {
      return UserId.of("reader-" + number);
    }

    PostId post() {
      return PostId.of("post-" + number);
    }
  }

  /** Makes the change. */
  @FunctionalInterface
  interface Write {
    void on(FaultMatrixChanges changes, Scene scene);
  }

  record Change(String name, Write write) {}

  static final List<Change> ALL =
      List.of(
          new Change("a new post", (changes, scene) -> changes.newPost(scene)),
          new Change(
              "a post edited",
              (changes, scene) -> changes.store.editPost(new EditPost(scene.post(), "New", "New"))),
          new Change(
              "a post liked",
              (changes, scene) ->
                  changes.store.likePost(LikePost.of(scene.post(), scene.reader()))),
          new Change("a post hidden", (changes, scene) -> changes.store.hidePost(scene.post())),
          new Change("a post scheduled", (changes, scene) -> changes.newScheduledPost(scene)),
          new Change("a post deleted", (changes, scene) -> changes.store.deletePost(scene.post())),
          new Change(
              "a user renamed",
              (changes, scene) ->
                  changes.store.renameUser(scene.author(), "Renamed " + scene.number())),
          new Change("a comment with the name before", (changes, scene) -> changes.oldName(scene)),
          new Change("a comment of an erased user", (changes, scene) -> changes.late(scene)));

  /** The changes that listings have to do with. */
  static final List<Change> OF_LISTINGS =
      Stream.concat(
              ALL.stream()
                  .filter(change -> !change.name().startsWith("a comment"))
                  .filter(change -> !change.name().endsWith("scheduled")),
              Stream.of(
                  new Change("a post tagged", (changes, scene) -> changes.newTaggedPost(scene)),
                  new Change("tags edited", (changes, scene) -> changes.editTags(scene)),
                  new Change("tags removed", (changes, scene) -> changes.removeTags(scene)),
                  new Change("a tagged post deleted", (changes, scene) -> changes.delete(scene))))
          .toList();

  Scene newScene() {
    if (scenes % USERS_AT_ONCE == 0) {
      IntStream.rangeClosed(scenes + 1, scenes + USERS_AT_ONCE)
          .mapToObj(Scene::new)
          .forEach(this::createUsers);
    }
    Scene scene = new Scene(++scenes);
    CreatePost post = CreatePost.of(scene.author(), "Title", "Content").withId(scene.post());
    store.createPost(post.writtenAt(FIRST.plusSeconds(10L * scene.number())));
    comment(scene, "comment", scene.reader());
    return scene;
  }

  private void createUsers(Scene scene) {
    blog.createUser(scene.author(), "Author " + scene.number());
    blog.createUser(scene.reader(), "Reader " + scene.number());
  }

  private void comment(Scene scene, String id, UserId author) {
    CreateComment command = CreateComment.of(scene.post(), author, "?");
    store.createComment(command.withId(CommentId.of(id)));
  }

  private void newPost(Scene scene) {
    CreatePost post = CreatePost.of(scene.author(), "Second", "Second");
    store.createPost(
        post.withId(second(scene)).writtenAt(FIRST.plusSeconds(10L * scene.number() + 1)));
  }

  private void newTaggedPost(Scene scene) {
    CreatePost post = CreatePost.of(scene.author(), "Second", "Second").tags(List.of(TAG, OTHER));
    store.createPost(
        post.withId(second(scene)).writtenAt(FIRST.plusSeconds(10L * scene.number() + 1)));
  }

  /** Its first tags are stored before the fault. */
  private void tag(Scene scene) {
    store.editPost(EditPost.of(scene.post()).tags(List.of(TAG, OTHER)));
    drain.run();
  }

  private void editTags(Scene scene) {
    tag(scene);
    store.editPost(EditPost.of(scene.post()).tags(List.of(OTHER, Tag.of("third"))));
  }

  private void removeTags(Scene scene) {
    tag(scene);
    store.editPost(EditPost.of(scene.post()).tags(List.of()));
  }

  private void delete(Scene scene) {
    tag(scene);
    store.deletePost(scene.post());
  }

  private void newScheduledPost(Scene scene) {
    CreatePost post = CreatePost.of(scene.author(), "Second", "Second");
    store.createPost(post.withId(second(scene)).publishAt(Instant.parse("2222-01-01T00:00:00Z")));
  }

  /** As a comment is stored whose author was looked up before the author was renamed. */
  private void oldName(Scene scene) {
    store.renameUser(scene.reader(), "Other " + scene.number());
    comment(scene, "late", scene.reader());
    blog.container("posts")
        .patchItem(
            "late",
            new PartitionKey(scene.post().value()),
            CosmosPatchOperations.create()
                .set("/userUsername", "Reader " + scene.number())
                .set("/userVersion", 0),
            JsonNode.class);
  }

  /** As a comment is stored whose author was looked up before the author was erased. */
  private void late(Scene scene) {
    store.eraseUser(EraseUser.remove(scene.reader()));
    setType(scene.reader(), ItemType.USER);
    comment(scene, "late", scene.reader());
    setType(scene.reader(), ItemType.ERASED_USER);
  }

  private void setType(UserId user, String type) {
    blog.container("users")
        .patchItem(
            user.value(),
            new PartitionKey(user.value()),
            CosmosPatchOperations.create().set("/type", type),
            JsonNode.class);
  }

  /**
   * The copies of the scene's posts equal them, the feed has the newest, and every name is the
   * user's.
   */
  void check(Scene scene) {
    List<PostSummary> sources = sources(scene);
    assertThat(store.postsOf(scene.author(), PageRequest.first(10)).items())
        .as("copies beside the author")
        .containsExactlyInAnyOrderElementsOf(sources);
    store
        .findPost(second(scene), Visibility.ALL)
        .filter(post -> post.status() == PostStatus.SCHEDULED)
        .ifPresent(this::hasNote);
    List<PostSummary> feed = store.recentPosts(TestBlog.FRONT_PAGE_SIZE);
    assertThat(feed).as("the front page").hasSize(livePostsOfAFrontPage());
    assertThat(feed.stream().filter(post -> isOf(scene, post.id())))
        .as("the scene's posts at the top of the front page")
        .containsExactlyElementsOf(sources)
        .isEqualTo(feed.subList(0, sources.size()));
    List<JsonNode> items = itemsOf(scene);
    items.forEach(this::hasItsAuthorsName);
    long comments = items.stream().filter(item -> is("comment", item)).count();
    store
        .findPost(scene.post(), Visibility.ALL)
        .ifPresentOrElse(
            post -> assertThat(post.commentCount()).as("comments").isEqualTo(comments),
            () -> assertThat(comments).as("comments of a deleted post").isZero());
  }

  /**
   * The archive and the lists of tags have exactly the entries of the scene's published posts, and
   * each tag counts its entries.
   */
  void checkListings(Scene scene) {
    String query = "SELECT * FROM c WHERE c.type = 'post' AND c.id IN ('%s', '%s')";
    assertThat(blog.items("listings", query.formatted(scene.post(), second(scene))))
        .as("entries of the listings")
        .extracting(
            entry -> entry.path("bucket").asText(),
            entry -> entry.path("id").asText(),
            entry -> entry.path("title").asText(),
            entry -> entry.path("userUsername").asText())
        .containsExactlyInAnyOrderElementsOf(
            sources(scene).stream().flatMap(FaultMatrixChanges::entries).toList());
    for (JsonNode tag : blog.items("listings", "SELECT * FROM c WHERE c.type = 'tag'")) {
      String entries = "SELECT c.id FROM c WHERE c.bucket = '%s' AND c.type = 'post'";
      String bucket = tag.path("id").asText();
      assertThat(tag.path("posts").asInt())
          .as("the number of %s", bucket)
          .isEqualTo(blog.items("listings", entries.formatted(bucket)).size());
    }
  }

  private static Stream<Tuple> entries(PostSummary post) {
    return Stream.concat(
            Stream.of("2026-01-01"), post.tags().stream().map(tag -> "tag~" + tag.value()))
        .map(bucket -> tuple(bucket, post.id().value(), post.title(), post.userUsername()));
  }

  private void hasNote(Post post) {
    String query = "SELECT * FROM c WHERE c.type = 'schedule' AND c.postId = '%s'";
    assertThat(blog.items("leases", query.formatted(post.id()))).as("a note").hasSize(1);
    assertThat(store.postsOf(post.userId(), PageRequest.first(2), Visibility.UNLISTED).items())
        .as("its author's own list")
        .containsExactly(post.summary());
  }

  private static boolean isOf(Scene scene, PostId post) {
    return post.equals(scene.post()) || post.equals(second(scene));
  }

  private static PostId second(Scene scene) {
    return PostId.of("second-" + scene.number());
  }

  /** No more than a front page has: a count would read all the scenes before, for each scene. */
  private int livePostsOfAFrontPage() {
    return blog.items(
            "posts",
            ("SELECT TOP %d c.id FROM c WHERE c.type = 'post' AND NOT IS_DEFINED(c.deleted)"
                    + " AND NOT IS_DEFINED(c.status)")
                .formatted(TestBlog.FRONT_PAGE_SIZE))
        .size();
  }

  /** The newest first. */
  private List<PostSummary> sources(Scene scene) {
    return List.of(second(scene), scene.post()).stream()
        .map(store::findPost)
        .flatMap(Optional::stream)
        .filter(post -> post.status() == PostStatus.PUBLISHED)
        .map(post -> post.summary())
        .toList();
  }

  private List<JsonNode> itemsOf(Scene scene) {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey(scene.post().value()));
    return blog.container("posts").queryItems("SELECT * FROM c", options, JsonNode.class).stream()
        .toList();
  }

  private static boolean is(String type, JsonNode item) {
    return item.path("type").asText().equals(type);
  }

  private void hasItsAuthorsName(JsonNode item) {
    if (!item.path("deleted").asBoolean()) {
      UserId author = UserId.of(item.path("userId").asText());
      assertThat(store.findUser(author).map(User::username))
          .as("the name in %s", item.path("id"))
          .contains(item.path("userUsername").asText());
    }
  }
}
