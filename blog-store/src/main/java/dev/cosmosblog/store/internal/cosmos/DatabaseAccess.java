package dev.cosmosblog.store.internal.cosmos;

import dev.cosmosblog.store.config.CachedRead;
import dev.cosmosblog.store.config.ContainerNames;
import dev.cosmosblog.store.internal.item.BlogContainer;
import dev.cosmosblog.store.observe.OperationListener;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The parts of a {@link dev.cosmosblog.store.BlogDatabase}, and its containers.
 *
 * @param readTogether the number of items from which on the change feed reads them in one round
 *     trip
 */
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
    Set<String> summaryProperties,
    int readTogether) {
  /**
   * The usual number of items from which on they are read in one round trip. One by one, each costs
   * an RU if it is of 1 KB or less; together, every physical partition that has two or more of them
   * costs 2.8 RU, and each item 0.10 RU and 0.105 for each KB (modelled). So 16 items of 1 KB cost
   * less together in up to four physical partitions. In more of them they cost 1.6 times as much at
   * most (eight that have two items each), and less again the more items there are.
   */
  public static final int READ_TOGETHER = 16;

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
            summaryProperties,
            readTogether);
  }

  /** Returns the same database, whose operations are reported to one more listener. */
  public DatabaseAccess with(OperationListener listener) {
    return new DatabaseAccess(
        service,
        names,
        operations.with(listener),
        timer,
        clock,
        frontPageSize,
        uniqueUsernames,
        deletedRetention,
        cachedReads,
        summaryProperties,
        readTogether);
  }

  /** Returns whether so many items are worth one round trip in place of a point read each. */
  public boolean readsTogether(int items) {
    return items >= readTogether;
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
