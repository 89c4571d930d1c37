package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.config.CachedRead;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.observe.OperationListener;
import dev.cosmosblog.store.spi.CosmosService;
import dev.cosmosblog.store.spi.Environment;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The parts of a {@link dev.cosmosblog.store.BlogDatabase}, and its containers. */
public record DatabaseAccess(
    CosmosService service,
    Operations operations,
    Environment environment,
    DatabaseSettings settings,
    StoredSettings stored,
    Map<CachedRead, Duration> cachedReads) {
  public DatabaseAccess {
    cachedReads = Map.copyOf(cachedReads);
  }

  /** Returns the same database for reads of a kind that may be served from the service's cache. */
  public DatabaseAccess cachedFor(CachedRead read) {
    Duration staleness = cachedReads.get(read);
    return staleness == null
        ? this
        : new DatabaseAccess(
            service.cached(staleness), operations, environment, settings, stored, cachedReads);
  }

  /** Returns the same database, whose operations are reported to one more listener. */
  public DatabaseAccess with(OperationListener listener) {
    return new DatabaseAccess(
        service, operations.with(listener), environment, settings, stored, cachedReads);
  }

  /** Returns whether this number of items should be read in one request instead of point reads. */
  public boolean readsTogether(int items) {
    return items >= environment.readTogether();
  }

  public ItemContainer container(BlogContainer container) {
    return ItemContainer.of(service, container);
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

  /** Returns the container of listings; empty in a blog without listings. */
  public Optional<ItemContainer> listings() {
    return Optional.ofNullable(settings.names().listings())
        .map(name -> container(BlogContainer.LISTINGS));
  }
}
