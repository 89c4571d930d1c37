package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.internal.item.BlogContainer;
import java.time.Clock;
import java.time.Duration;

/** The parts of a {@link dev.cosmosblog.store.BlogDatabase}, and its containers. */
public record DatabaseAccess(
    CosmosService service,
    ContainerNames names,
    Operations operations,
    RetryTimer timer,
    Clock clock,
    int frontPageSize,
    boolean uniqueUsernames,
    Duration deletedRetention) {
  public ItemContainer container(BlogContainer container) {
    return new ItemContainer(service.container(container));
  }

  public ItemContainer users() {
    return container(BlogContainer.USERS);
  }

  public ItemContainer posts() {
    return container(BlogContainer.POSTS);
  }

  public ItemContainer frontPage() {
    return container(BlogContainer.FEED);
  }
}
