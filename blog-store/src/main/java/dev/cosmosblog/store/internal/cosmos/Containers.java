package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.internal.item.BlogContainer;

/** The containers of a database, with the blog's own by name. */
public record Containers(CosmosService service) {
  public ItemContainer of(BlogContainer container) {
    return new ItemContainer(service.container(container));
  }

  public ItemContainer named(String name) {
    return new ItemContainer(service.container(name));
  }

  public ItemContainer users() {
    return of(BlogContainer.USERS);
  }

  public ItemContainer posts() {
    return of(BlogContainer.POSTS);
  }

  public ItemContainer frontPage() {
    return of(BlogContainer.FEED);
  }
}
