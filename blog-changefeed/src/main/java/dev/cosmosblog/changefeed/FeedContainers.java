package dev.cosmosblog.changefeed;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosAsyncDatabase;
import dev.cosmosblog.store.config.ContainerNames;

/** The containers whose changes are read, and the one that says how far. */
record FeedContainers(
    CosmosAsyncContainer users, CosmosAsyncContainer posts, CosmosAsyncContainer leases) {
  static FeedContainers of(CosmosAsyncDatabase database, ContainerNames names) {
    return new FeedContainers(
        database.getContainer(names.users()),
        database.getContainer(names.posts()),
        database.getContainer(names.leases()));
  }

  CosmosAsyncContainer source(SourceFeed feed) {
    return switch (feed) {
      case USERS -> users;
      case POSTS -> posts;
    };
  }
}
