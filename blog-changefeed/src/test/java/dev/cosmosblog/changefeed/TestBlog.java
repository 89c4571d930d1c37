package dev.cosmosblog.changefeed;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogDatabase;
import dev.cosmosblog.store.BlogDatabaseBuilder;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.command.CreateUser;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.internal.kernel.LeaseDocuments;
import dev.cosmosblog.store.internal.kernel.Repositories;
import dev.cosmosblog.testsupport.BlogOracle;
import dev.cosmosblog.testsupport.OracleFinding;
import dev.cosmoslocal.junit.LocalCosmosExtension;
import java.time.Duration;
import java.util.List;

/**
 * A provisioned blog in a separate database, with a front page of five posts. Tests build all
 * stores and change feeds here.
 */
public final class TestBlog {
  /** Posts on the front page. */
  static final int FRONT_PAGE_SIZE = 5;

  final CosmosDatabase database;
  final BlogDatabase blogDatabase;
  final BlogStore store;
  private final CosmosClient client;
  private final CosmosAsyncClient asyncClient;

  private TestBlog(CosmosClient client, CosmosAsyncClient asyncClient, String name) {
    this.client = client;
    this.asyncClient = asyncClient;
    this.database = client.getDatabase(name);
    this.blogDatabase = databaseBuilder(asyncClient).build().provision();
    this.store = BlogStore.on(blogDatabase);
  }

  /** A blog in a database that is deleted after the test class. */
  public static TestBlog on(LocalCosmosExtension cosmos) {
    TestBlog blog = on(cosmos.client(), cosmos.asyncClient(), cosmos.freshName());
    cosmos.deletedAfterwards(blog.database);
    return blog;
  }

  static TestBlog on(CosmosClient client, CosmosAsyncClient asyncClient, String name) {
    return new TestBlog(client, asyncClient, name);
  }

  /** The same database with other settings. */
  BlogDatabaseBuilder databaseBuilder() {
    return databaseBuilder(asyncClient);
  }

  /** The same database, whose stored settings these settings replace. */
  static BlogDatabase changed(BlogDatabaseBuilder settings) {
    BlogDatabase database = settings.build();
    database.schema().changeSettings().provision();
    return database;
  }

  /** The same database with another client for the change feed. */
  BlogDatabaseBuilder databaseBuilder(CosmosAsyncClient otherAsyncClient) {
    return BlogDatabase.builder()
        .clients(client, otherAsyncClient, database.getId())
        .frontPageSize(FRONT_PAGE_SIZE);
  }

  public BlogChangeFeedBuilder changeFeed() {
    return changeFeed(blogDatabase);
  }

  static BlogChangeFeedBuilder changeFeed(BlogDatabase database) {
    return BlogChangeFeed.builder(database)
        .pollInterval(Duration.ofMillis(20))
        // Leases outlive what a busy machine makes of a renewal.
        .leaseIntervals(Duration.ofMillis(100), Duration.ofSeconds(2), Duration.ofSeconds(15));
  }

  Repositories repositories() {
    return Kernel.of(blogDatabase).repositories(report -> {});
  }

  public LeaseDocuments leaseDocuments() {
    return Kernel.of(blogDatabase).leaseDocuments(report -> {});
  }

  public void createUser(UserId id, String username) {
    store.createUser(CreateUser.named(username).withId(id));
  }

  CosmosContainer container(String name) {
    return database.getContainer(name);
  }

  public List<JsonNode> items(String container, String query) {
    return container(container)
        .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .toList();
  }

  /** Returns what is wrong with the blog once all changes are handled. */
  List<OracleFinding> findings() {
    String all = "SELECT * FROM c";
    return BlogOracle.of(items("users", all), items("posts", all), items("feed", all))
        .frontPageSize(FRONT_PAGE_SIZE)
        .findings();
  }

  public void patch(
      String container, String partition, String id, CosmosPatchOperations operations) {
    container(container).patchItem(id, new PartitionKey(partition), operations, JsonNode.class);
  }

  List<PostId> frontPage() {
    return store.recentPosts(FRONT_PAGE_SIZE).stream().map(post -> post.id()).toList();
  }
}
