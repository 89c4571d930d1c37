package dev.cosmosblog.changefeed;

import dev.cosmosblog.changefeed.internal.processor.HostThreads;

/**
 * Builds change feeds that run on a simulation's threads. In the builder's package, whose setter no
 * host needs.
 */
public final class SimulatedHost {
  private SimulatedHost() {}

  /**
   * Builds a change feed.
   *
   * @param builder has the settings
   * @param threads where the host's work runs
   * @return the change feed, not yet started
   */
  public static BlogChangeFeed build(BlogChangeFeedBuilder builder, HostThreads threads) {
    return builder.threads(threads).build();
  }
}
