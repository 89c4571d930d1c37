package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.config.CachedRead;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.internal.item.BlogContainer;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The parts of a {@link dev.cosmosblog.store.BlogDatabase}, and its containers. */
public record DatabaseAccess(
    CosmosService service,
    ContainerNames names,
    Operations operations,
    RetryTimer timer,
    Clock clock,
    int frontPageSize,
    boolean uniqueUsernames,
    Duration deletedRetention,
    Map<CachedRead, Duration> cachedReads,
    Set<String> summaryProperties) {
  public DatabaseAccess {
    cachedReads = Map.copyOf(cachedReads);
    summaryProperties = Set.copyOf(summaryProperties);
  }

  /** Returns the same database for reads of a kind, which a cache of the service may answer. */
  public DatabaseAccess cachedFor(CachedRead read) {
    Duration staleness = cachedReads.get(read);
    return staleness == null
        ? this
        : new DatabaseAccess(
            service.cached(staleness),
            names,
            operations,
            timer,
            clock,
            frontPageSize,
            uniqueUsernames,
            deletedRetention,
            cachedReads,
            summaryProperties);
  }

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

  /** Returns the archive, which not every blog has. */
  public Optional<ItemContainer> archive() {
    return Optional.ofNullable(names.archive()).map(name -> container(BlogContainer.ARCHIVE));
  }
}
