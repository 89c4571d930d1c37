package dev.cosmosblog.store.spi;

import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * The environment of a database: the service, the clock, the timers and the threads. The change
 * feed and maintenance use that of their database. A simulation sets it with {@code
 * BlogDatabaseBuilder.environment}.
 *
 * @param service handles all requests; null for Cosmos DB
 * @param clock the time of day
 * @param timer elapsed time and waits
 * @param threads threads and locks
 * @param readTogether the number of items from which the change feed reads them in one request
 */
public record Environment(
    @Nullable CosmosService service,
    Clock clock,
    RetryTimer timer,
    HostThreads threads,
    int readTogether) {
  /**
   * Usually, 16 items are read in one round trip. One by one, each costs an RU if it has at most 1
   * KB; together, every physical partition that has two or more of them costs 2.8 RU, and each item
   * 0.10 RU and 0.105 for each KB (modelled). So 16 items of 1 KB cost less together in up to four
   * physical partitions. In more of them they cost at most 1.6 times as much (eight that have two
   * items each), and less again the more items there are.
   */
  public static final Environment SYSTEM =
      new Environment(null, Clock.systemUTC(), RetryTimer.REAL, new HostThreads() {}, 16);

  public Environment with(Clock other) {
    return new Environment(service, other, timer, threads, readTogether);
  }

  public Environment with(RetryTimer other) {
    return new Environment(service, clock, other, threads, readTogether);
  }

  public Environment with(HostThreads other) {
    return new Environment(service, clock, timer, other, readTogether);
  }
}
