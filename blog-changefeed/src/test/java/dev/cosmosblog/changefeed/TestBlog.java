package dev.cosmosblog.changefeed;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cosmosblog.local.junit.LocalCosmosExtension;
import dev.cosmosblog.model.PostId;
import dev.cosmosblog.model.UserId;
import dev.cosmosblog.store.BlogSchema;
import dev.cosmosblog.store.BlogStore;
import dev.cosmosblog.store.BlogStoreBuilder;
import dev.cosmosblog.store.ContainerNames;
import dev.cosmosblog.store.CreateUser;
import dev.cosmosblog.store.KeptItems;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A provisioned blog in a database of its own, with a front page of five posts: the one place where
 * tests build stores and change feeds.
 */
public final class TestBlog {
  /** Posts on the front page. */
  static final int FRONT_PAGE_SIZE = 5;

  final CosmosDatabase database;
  final BlogStore store;
  private final CosmosAsyncClient asyncClient;

  private TestBlog(CosmosDatabase database, CosmosAsyncClient asyncClient) {
    this.database = database;
    this.asyncClient = asyncClient;
    this.store = storeBuilder().build();
  }

  /** A blog in a database that is deleted after the test class. */
  public static TestBlog on(LocalCosmosExtension cosmos) {
    TestBlog blog = on(cosmos.client(), cosmos.asyncClient(), cosmos.freshName());
    cosmos.deletedAfterwards(blog.database);
    return blog;
  }

  static TestBlog on(CosmosClient client, CosmosAsyncClient asyncClient, String name) {
    CosmosDatabase database =
        BlogSchema.withDefaultNames().provision(client, name, Optional.empty());
    return new TestBlog(database, asyncClient);
  }

  public BlogStore store() {
    return store;
  }

  BlogStoreBuilder storeBuilder() {
    return BlogStore.builder().database(database).feedSize(FRONT_PAGE_SIZE);
  }

  public BlogChangeFeedBuilder changeFeed() {
    return BlogChangeFeed.builder()
        .store(store)
        .client(asyncClient, database.getId())
        .pollInterval(Duration.ofMillis(20))
        // Leases outlive what a busy machine makes of a renewal.
        .leaseIntervals(Duration.ofMillis(100), Duration.ofSeconds(2), Duration.ofSeconds(15));
  }

  public KeptItems leaseDocuments() {
    return store.kept(ContainerNames.DEFAULT);
  }

  public void createUser(UserId id, String username) {
    store.createUser(CreateUser.named(username).withId(id));
  }

  CosmosContainer container(String name) {
    return database.getContainer(name);
  }

  CosmosAsyncContainer asyncContainer(String name) {
    return asyncClient.getDatabase(database.getId()).getContainer(name);
  }

  public List<JsonNode> items(String container, String query) {
    return container(container)
        .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
        .stream()
        .toList();
  }

  void patch(String container, String partition, String id, CosmosPatchOperations operations) {
    container(container).patchItem(id, new PartitionKey(partition), operations, JsonNode.class);
  }

  List<PostId> frontPage() {
    return store.recentPosts(FRONT_PAGE_SIZE).stream().map(post -> post.id()).toList();
  }
}
