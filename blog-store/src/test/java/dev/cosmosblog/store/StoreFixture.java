package dev.cosmosblog.store;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.config.RetryPolicy;
import dev.cosmosblog.store.config.WritePath;
import dev.cosmosblog.store.internal.cosmos.RetryTimer;
import dev.cosmosblog.store.internal.kernel.CopyWrites;
import dev.cosmosblog.store.internal.kernel.ItemReads;
import dev.cosmosblog.store.internal.kernel.Kernel;
import dev.cosmosblog.store.observe.OperationListener;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;

/** Builds a store, and the database below it, in one go. */
final class StoreFixture {
  private final BlogDatabaseBuilder database = BlogDatabase.builder();
  private Duration authorsKnownFor = BlogStoreBuilder.DEFAULT_AUTHORS_KNOWN_FOR;
  private WritePath writePath = WritePath.BATCH;
  private Supplier<String> ids;

  private StoreFixture() {}

  static StoreFixture on(CosmosContainer users, CosmosContainer posts, CosmosContainer feed) {
    StoreFixture fixture = new StoreFixture();
    fixture.database.containers(users, posts, feed);
    return fixture;
  }

  static StoreFixture on(CosmosDatabase blog) {
    return on(blog.getContainer("users"), blog.getContainer("posts"), blog.getContainer("feed"));
  }

  /** The schema of a database under the default names. */
  static BlogSchema schema(CosmosClient client, CosmosDatabase database) {
    return new BlogSchema(client, database, ContainerNames.DEFAULT);
  }

  /** A provisioned database with the stored procedures. */
  static CosmosDatabase provision(CosmosClient client, String name) {
    CosmosDatabase database = client.getDatabase(name);
    schema(client, database).withScripts().provision();
    return database;
  }

  StoreFixture frontPageSize(int posts) {
    database.frontPageSize(posts);
    return this;
  }

  StoreFixture uniqueUsernames(boolean unique) {
    database.uniqueUsernames(unique);
    return this;
  }

  StoreFixture deletedRetention(Duration retention) {
    database.deletedRetention(retention);
    return this;
  }

  StoreFixture retryPolicy(RetryPolicy policy) {
    database.retryPolicy(policy);
    return this;
  }

  StoreFixture retryTimer(RetryTimer timer) {
    database.retryTimer(timer);
    return this;
  }

  StoreFixture clock(Clock clock) {
    database.clock(clock);
    return this;
  }

  StoreFixture listener(OperationListener listener) {
    database.listener(listener);
    return this;
  }

  StoreFixture writePath(WritePath path) {
    writePath = path;
    return this;
  }

  StoreFixture ids(Supplier<String> source) {
    ids = source;
    return this;
  }

  StoreFixture authorsKnownFor(Duration time) {
    authorsKnownFor = time;
    return this;
  }

  BlogDatabase database() {
    return database.build();
  }

  CopyWrites copies() {
    return Kernel.of(database()).copies(report -> {});
  }

  ItemReads items() {
    return Kernel.of(database()).items(report -> {});
  }

  BlogStore build() {
    BlogStoreBuilder store =
        BlogStore.builder(database()).writePath(writePath).authorsKnownFor(authorsKnownFor);
    return (ids == null ? store : store.ids(ids)).build();
  }
}
