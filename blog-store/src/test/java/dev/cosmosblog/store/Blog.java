package dev.cosmosblog.store;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.util.CosmosPagedIterable;
import dev.cosmosblog.local.junit.LocalCosmosExtension;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.model.item.PostItem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * A provisioned blog on an account: the one place where tests build stores on a database, and what
 * they do to it beside the store.
 */
final class Blog {
  static final int FRONT_PAGE_SIZE = 10;

  private final LocalCosmosExtension cosmos;
  private final CosmosDatabase database;
  private final WritePath path;
  private final BlogStore store;

  private Blog(LocalCosmosExtension cosmos, CosmosDatabase database, WritePath path) {
    this.cosmos = cosmos;
    this.database = database;
    this.path = path;
    this.store = store(settings -> settings);
  }

  /** A blog in a database of its own, which is deleted after the test class. */
  static Blog on(LocalCosmosExtension cosmos) {
    return on(cosmos, WritePath.BATCH);
  }

  /** A blog in a database of its own, with what the write path needs. */
  static Blog on(LocalCosmosExtension cosmos, WritePath path) {
    BlogSchema schema = BlogSchema.withDefaultNames();
    BlogSchema wanted = path == WritePath.SCRIPTS ? schema.withScripts() : schema;
    CosmosDatabase database =
        wanted.provision(cosmos.client(), cosmos.freshName(), Optional.empty());
    return new Blog(cosmos, cosmos.deletedAfterwards(database), path);
  }

  /** The same blog, written by another path. */
  Blog writtenBy(WritePath other) {
    return new Blog(cosmos, database, other);
  }

  LocalCosmosExtension cosmos() {
    return cosmos;
  }

  CosmosDatabase database() {
    return database;
  }

  BlogStore store() {
    return store;
  }

  /** Another store on the same blog. */
  BlogStore store(UnaryOperator<BlogStoreBuilder> settings) {
    return settings.apply(builder().database(database)).build();
  }

  /** A store whose requests go to other containers, such as those that stand before the real. */
  BlogStore storeOn(
      CosmosContainer users,
      CosmosContainer posts,
      CosmosContainer frontPage,
      UnaryOperator<BlogStoreBuilder> settings) {
    return settings.apply(builder().containers(users, posts, frontPage)).build();
  }

  /** A store that knows its authors for a time other than the default. */
  BlogStore storeThatKnowsAuthorsFor(Duration time) {
    return builder().database(database).authorsKnownFor(time).build();
  }

  private BlogStoreBuilder builder() {
    return BlogStore.builder().feedSize(FRONT_PAGE_SIZE).writePath(path);
  }

  CosmosContainer users() {
    return database.getContainer("users");
  }

  CosmosContainer posts() {
    return database.getContainer("posts");
  }

  CosmosContainer frontPage() {
    return database.getContainer("feed");
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
    return newPost(author, unique("post"));
  }

  PostId newPost(UserId author, String id) {
    CreatePost command = CreatePost.of(author, "Title", "Text").withId(PostId.of(id));
    return store.createPost(command).value().id();
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
