package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.LocalCosmos;
import dev.cosmosblog.local.junit.LocalCosmosExtension;
import dev.cosmosblog.local.request.RequestKind;
import dev.cosmosblog.local.request.RequestRecord;
import dev.cosmosblog.model.Comment;
import dev.cosmosblog.model.CommentId;
import dev.cosmosblog.model.CustomProperties;
import dev.cosmosblog.model.Like;
import dev.cosmosblog.model.Post;
import dev.cosmosblog.model.PostStatus;
import dev.cosmosblog.model.User;
import dev.cosmosblog.model.item.CommentItem;
import dev.cosmosblog.model.item.LikeItem;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.model.item.UsernameItem;
import dev.cosmosblog.store.FaultMatrixCommands.Scene;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.testing.Backend;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** The blog of {@link FaultMatrixContractTest}, written and read with as few requests as can be. */
final class FaultMatrixBlog {
  final List<String> requests = new CopyOnWriteArrayList<>();
  final List<OperationReport> reports = new CopyOnWriteArrayList<>();
  final LocalCosmosExtension cosmos;
  private final Set<RequestKind> kinds;
  private Blog blog;
  private int scenes;

  FaultMatrixBlog(Set<RequestKind> kinds) {
    this.kinds = kinds;
    this.cosmos = Backend.local(LocalCosmos.builder().physicalPartitions(1).listener(this::record));
  }

  private void record(RequestRecord request) {
    if (kinds.contains(request.kind())) {
      requests.add(describe(request));
    }
  }

  void provision() {
    cosmos.requireLocal();
    blog = Blog.on(cosmos, WritePath.SCRIPTS);
  }

  LocalCosmos account() {
    return cosmos.requireLocal();
  }

  private static String describe(RequestRecord request) {
    String kind = request.kind().name().replace("_ITEM", "").toLowerCase(Locale.ROOT);
    return kind + " " + request.container();
  }

  BlogStore store(WritePath path, RetryPolicy policy) {
    return blog.writtenBy(path)
        .store(settings -> settings.retryPolicy(policy).listener(reports::add));
  }

  CosmosContainer container(String name) {
    return blog.cosmosDatabase().getContainer(name);
  }

  /**
   * A user with a post, and a comment and a like of the user's on it, made before the faults begin.
   */
  Scene newScene() {
    Scene scene = new Scene(++scenes);
    Instant date = Instant.EPOCH;
    User user = new User(scene.user(), scene.name());
    Post post =
        new Post(
            scene.post(),
            scene.user(),
            scene.name(),
            "t",
            "c",
            1,
            1,
            date,
            0,
            date,
            PostStatus.PUBLISHED,
            null,
            CustomProperties.NONE.with("rank", 1));
    Comment comment =
        new Comment(CommentId.of("old"), scene.post(), scene.user(), scene.name(), "?", date);
    Like like = new Like(scene.post(), scene.user(), scene.name(), date);
    container("users").createItem(UserItem.of(user));
    container("users").createItem(UsernameItem.of(scene.name(), scene.user(), Instant.now()));
    CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(scene.post().value()));
    batch.createItemOperation(PostItem.of(post, 0));
    batch.createItemOperation(CommentItem.of(comment, 0));
    batch.createItemOperation(LikeItem.of(like, 0));
    assertThat(container("posts").executeCosmosBatch(batch).isSuccessStatusCode()).isTrue();
    // Who likes the post in the command, since a user does so once.
    container("users").createItem(UserItem.of(new User(scene.other(), scene.otherName())));
    return scene;
  }

  /** The post's counts equal its items, and are those. */
  void hasCounts(Scene scene, int comments, int likes) {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey(scene.post().value()));
    List<JsonNode> items =
        container("posts").queryItems("SELECT * FROM c", options, JsonNode.class).stream().toList();
    assertThat(items).filteredOn(item -> is("comment", item)).as("comments").hasSize(comments);
    assertThat(items).filteredOn(item -> is("like", item)).as("likes").hasSize(likes);
    assertThat(items)
        .filteredOn(item -> is("post", item))
        .singleElement()
        .satisfies(
            post -> {
              assertThat(post.path("commentCount").asInt()).isEqualTo(comments);
              assertThat(post.path("likeCount").asInt()).isEqualTo(likes);
            });
  }

  private static boolean is(String type, JsonNode item) {
    return item.path("type").asText().equals(type);
  }

  /** A user's reservations are of exactly these names. */
  void holdsNames(String owner, String... names) {
    SqlQuerySpec query =
        new SqlQuerySpec(
            "SELECT VALUE c.username FROM c WHERE c.ownerId = @owner",
            List.of(new SqlParameter("@owner", owner)));
    assertThat(
            container("users")
                .queryItems(query, new CosmosQueryRequestOptions(), String.class)
                .stream())
        .as("names that %s holds", owner)
        .containsExactlyInAnyOrder(names);
  }
}
