package dev.cosmosblog.store;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.util.CosmosPagedIterable;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import dev.cosmosblog.store.command.CreatePost;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A blog on a backend, with what tests do to it beside the store. */
record Blog(Backend backend, CosmosDatabase database, BlogStore store) {
  static final int FEED_SIZE = 10;

  static Blog on(Backend backend) {
    return on(backend, WritePath.BATCH);
  }

  static Blog on(Backend backend, WritePath path) {
    CosmosDatabase database = backend.blogDatabase(path);
    return new Blog(backend, database, fixture(database).writePath(path).build());
  }

  private static StoreFixture fixture(CosmosDatabase database) {
    return StoreFixture.on(database).frontPageSize(FEED_SIZE);
  }

  /** The writes of the change feed's handlers. */
  CopyWrites copies() {
    return fixture(database).copies();
  }

  CosmosContainer users() {
    return database.getContainer("users");
  }

  CosmosContainer posts() {
    return database.getContainer("posts");
  }

  /** A text that no other test uses. */
  static String unique(String what) {
    return what + "-" + UUID.randomUUID();
  }

  UserId newUser() {
    String name = unique("user");
    return store.createUser(CreateUser.named(name).withId(UserId.of(name))).value().id();
  }

  PostId newPost() {
    return newPost(newUser());
  }

  PostId newPost(UserId author) {
    PostId id = PostId.of(unique("post"));
    return store.createPost(CreatePost.of(author, "Title", "Text").withId(id)).value().id();
  }

  PostItem stored(PostId id) {
    return posts().readItem(id.value(), new PartitionKey(id.value()), PostItem.class).getItem();
  }

  /** Writes an item as another program would. */
  static void write(CosmosContainer container, Map<String, Object> item) {
    container.createItem(item);
  }

  /** How many items of a type lie in a post's partition. */
  int count(PostId post, String type) {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey(post.value()));
    SqlQuerySpec spec =
        new SqlQuerySpec(
            "SELECT VALUE COUNT(1) FROM c WHERE c.type = @type",
            List.of(new SqlParameter("@type", type)));
    return sum(posts().queryItems(spec, options, Integer.class));
  }

  /** How many items lie in a container. */
  static int count(CosmosContainer container) {
    SqlQuerySpec spec = new SqlQuerySpec("SELECT VALUE COUNT(1) FROM c");
    return sum(container.queryItems(spec, new CosmosQueryRequestOptions(), Integer.class));
  }

  private static int sum(CosmosPagedIterable<Integer> counts) {
    return counts.stream().mapToInt(Integer::intValue).sum();
  }
}
