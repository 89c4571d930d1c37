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
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** A provisioned blog on an emulator. Tests build stores and bypass them here. */
final class Blog {
  static final int FRONT_PAGE_SIZE = 10;

  private final LocalCosmosExtension cosmos;
  private final String name;
  private final WritePath path;
  private final BlogDatabase database;
  private final BlogStore store;
  private final Repositories repositories;

  private Blog(LocalCosmosExtension cosmos, String name, WritePath path) {
    this.cosmos = cosmos;
    this.name = name;
    this.path = path;
    this.database = builder().build();
    this.store = BlogStore.builder(database).writePath(path).build();
    this.repositories = Kernel.of(database).repositories(report -> {});
  }

  /** A blog in a separate database, which is deleted after the test class. */
  static Blog on(LocalCosmosExtension cosmos) {
    return on(cosmos, WritePath.BATCH);
  }

  /** A blog in a separate database, with the schema for the write path. */
  static Blog on(LocalCosmosExtension cosmos, WritePath path) {
    Blog blog = new Blog(cosmos, cosmos.freshName(), path);
    cosmos.deletedAfterwards(blog.cosmosDatabase());
    BlogSchema schema = blog.database.schema();
    (path == WritePath.SCRIPTS ? schema.withScripts() : schema).provision();
    return blog;
  }

  /** Another blog in a separate database, with the same write path. */
  Blog fresh() {
    return on(cosmos, path);
  }

  /** The same blog, written by another path. */
  Blog writtenBy(WritePath other) {
    return new Blog(cosmos, name, other);
  }

  LocalCosmosExtension cosmos() {
    return cosmos;
  }

  BlogDatabase database() {
    return database;
  }

  CosmosDatabase cosmosDatabase() {
    return database.unwrap(CosmosDatabase.class);
  }

  BlogStore store() {
    return store;
  }

  /** The writes of the copies, as the change feed makes them. */
  Repositories repositories() {
    return repositories;
  }

  /** The same blog with other settings. */
  BlogDatabase databaseWith(UnaryOperator<BlogDatabaseBuilder> settings) {
    return settings.apply(builder()).build();
  }

  /** Another store on the same blog, whose stored settings change. */
  BlogStore changedStore(UnaryOperator<BlogDatabaseBuilder> settings) {
    BlogDatabase changed = databaseWith(settings);
    changed.schema().changeSettings().provision();
    return BlogStore.builder(changed).writePath(path).build();
  }

  /** Another store on the same blog, on a database with other settings. */
  BlogStore store(UnaryOperator<BlogDatabaseBuilder> settings) {
    return BlogStore.builder(databaseWith(settings)).writePath(path).build();
  }

  /** A store whose requests go to other containers, such as wrappers of the real ones. */
  BlogStore storeOn(
      CosmosContainer users,
      CosmosContainer posts,
      CosmosContainer frontPage,
      UnaryOperator<BlogDatabaseBuilder> settings) {
    return store(database -> settings.apply(database.containers(users, posts, frontPage)));
  }

  /** A store that knows its authors for a time other than the default. */
  BlogStore storeThatKnowsAuthorsFor(Duration time) {
    return BlogStore.builder(database).writePath(path).authorCacheTtl(time).build();
  }

  private BlogDatabaseBuilder builder() {
    return BlogDatabase.builder().client(cosmos.client(), name).frontPageSize(FRONT_PAGE_SIZE);
  }

  CosmosContainer users() {
    return cosmosDatabase().getContainer("users");
  }

  CosmosContainer posts() {
    return cosmosDatabase().getContainer("posts");
  }

  CosmosContainer frontPage() {
    return cosmosDatabase().getContainer("feed");
  }

  /** Returns a unique text. */
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
  static void write(CosmosContainer container, Object item) {
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
