package dev.cosmosblog.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.JsonNode;
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
import dev.cosmosblog.model.item.ReservationItem;
import dev.cosmosblog.model.item.UserItem;
import dev.cosmosblog.store.FaultMatrixCommands.Scene;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.observe.OperationReport;
import dev.cosmosblog.testsupport.Backend;
import dev.cosmoslocal.LocalCosmos;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import dev.cosmoslocal.request.RequestKind;
import dev.cosmoslocal.request.RequestRecord;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** The blog of {@link FaultMatrixContractTest}, written and read with as few requests as can be. */
final class FaultMatrixBlog {
  private static final int SCENES_AT_ONCE = 100;

  final List<String> requests = new CopyOnWriteArrayList<>();
  final List<OperationReport> reports = new CopyOnWriteArrayList<>();
  final LocalCosmosExtension cosmos;
  private final Set<RequestKind> kinds;
  private final Map<RetryPolicy, BlogDatabase> databases = new HashMap<>();
  private final Deque<Scene> made = new ArrayDeque<>();
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

  /** Provisions a blog, and a database for each policy of its stores. */
  void provision(RetryPolicy... policies) {
    cosmos.requireLocal();
    blog = Blog.on(cosmos, WritePath.SCRIPTS);
    for (RetryPolicy policy : policies) {
      BlogDatabase database =
          blog.databaseWith(settings -> settings.retryPolicy(policy).listener(reports::add));
      databases.put(policy, database.provision());
    }
  }

  LocalCosmos account() {
    return cosmos.requireLocal();
  }

  private static String describe(RequestRecord request) {
    String kind = request.kind().name().replace("_ITEM", "").toLowerCase(Locale.ROOT);
    return kind + " " + request.container();
  }

  /** Returns a new store, whose author cache is empty. */
  BlogStore store(WritePath path, RetryPolicy policy) {
    return BlogStore.builder(databases.get(policy)).writePath(path).build();
  }

  CosmosContainer container(String name) {
    return blog.cosmosDatabase().getContainer(name);
  }

  /**
   * A user with a post, and a comment and a like of the user's on it, made before the faults begin.
   */
  Scene newScene() {
    if (made.isEmpty()) {
      makeScenes();
    }
    return made.remove();
  }

  /** Many at once: most of the requests of the matrix would be for them otherwise. */
  private void makeScenes() {
    List<CosmosItemOperation> users = new ArrayList<>();
    List<CosmosItemOperation> posts = new ArrayList<>();
    for (int i = 0; i < SCENES_AT_ONCE; i++) {
      Scene scene = new Scene(++scenes);
      addItems(scene, users, posts);
      made.add(scene);
    }
    bulk("users", users);
    bulk("posts", posts);
  }

  private void bulk(String container, List<CosmosItemOperation> operations) {
    for (CosmosBulkOperationResponse<Object> done :
        container(container).<Object>executeBulkOperations(operations)) {
      assertThat(done.getResponse().isSuccessStatusCode()).isTrue();
    }
  }

  private static void addItems(
      Scene scene, List<CosmosItemOperation> users, List<CosmosItemOperation> posts) {
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
            CustomProperties.NONE.with("rank", 1),
            null,
            null,
            List.of(),
            false);
    Comment comment =
        new Comment(CommentId.of("old"), scene.post(), scene.user(), scene.name(), "?", date);
    Like like = new Like(scene.post(), scene.user(), scene.name(), date);
    users.add(create(UserItem.of(user), scene.user().value()));
    ReservationItem name = ReservationItem.ofUsername(scene.name(), scene.user(), Instant.now());
    users.add(create(name, name.userId()));
    // The user who likes the post in the command, because a user can do so only once.
    User other = new User(scene.other(), scene.otherName());
    users.add(create(UserItem.of(other), scene.other().value()));
    posts.add(create(PostItem.of(post, 0), scene.post().value()));
    posts.add(create(CommentItem.of(comment, 0), scene.post().value()));
    posts.add(create(LikeItem.of(like, 0), scene.post().value()));
  }

  private static CosmosItemOperation create(Object item, String partition) {
    return CosmosBulkOperations.getCreateItemOperation(item, new PartitionKey(partition));
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
