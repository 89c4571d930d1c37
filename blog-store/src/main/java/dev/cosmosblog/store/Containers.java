package dev.cosmosblog.store;

import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;

/** The containers that the store works on. */
record Containers(
    ItemContainer users, ItemContainer posts, ItemContainer feed, Procedures procedures) {
  static Containers of(CosmosDatabase database, ContainerNames names) {
    return of(
        database.getContainer(names.users()),
        database.getContainer(names.posts()),
        database.getContainer(names.feed()));
  }

  static Containers of(CosmosContainer users, CosmosContainer posts, CosmosContainer feed) {
    return new Containers(
        new ItemContainer(users),
        new ItemContainer(posts),
        new ItemContainer(feed),
        new Procedures(posts));
  }

  ItemContainer of(BlogContainer container) {
    return switch (container) {
      case USERS -> users;
      case POSTS -> posts;
      case FEED -> feed;
    };
  }

  /** What changes a post's counts. */
  CountedWrites countedWrites(WritePath path) {
    return switch (path) {
      case BATCH -> new BatchedWrites(posts);
      case SCRIPTS -> new ScriptedWrites(procedures);
    };
  }
}
