package dev.cosmosblog.store;

import dev.cosmosblog.store.internal.cosmos.CosmosService;
import dev.cosmosblog.store.internal.cosmos.RetryTimer;

/**
 * Builds databases whose requests go to another service than the SDK's. In the builder's package,
 * whose setter no host needs.
 */
public final class SimulatedDatabase {
  /** So few users are in a simulation, and so few changes in a batch. */
  private static final int READ_TOGETHER = 2;

  private SimulatedDatabase() {}

  /**
   * Returns a builder of a database, whose change feed reads two items together already.
   *
   * @param service takes all requests
   * @param timer how time passes between retries
   * @return the builder, for further settings
   */
  public static BlogDatabaseBuilder on(CosmosService service, RetryTimer timer) {
    return BlogDatabase.builder().service(service).retryTimer(timer).readTogether(READ_TOGETHER);
  }
}
