package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.internal.item.BlogContainer;

/** The blog's containers. */
public final class Containers {
  private final CosmosService service;

  public Containers(CosmosService service) {
    this.service = service;
  }

  /** Returns one of the containers. */
  public ItemContainer of(BlogContainer container) {
    return new ItemContainer(service.container(container));
  }

  /** Returns another container of the database. */
  public ItemContainer named(String name) {
    return new ItemContainer(service.container(name));
  }

  /** Returns the container of users. */
  public ItemContainer users() {
    return of(BlogContainer.USERS);
  }

  /** Returns the container of posts. */
  public ItemContainer posts() {
    return of(BlogContainer.POSTS);
  }

  /** Returns the container of the front page. */
  public ItemContainer frontPage() {
    return of(BlogContainer.FEED);
  }
}
