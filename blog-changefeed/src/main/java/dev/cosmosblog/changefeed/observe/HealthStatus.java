package dev.cosmosblog.changefeed.observe;

/** The health of a change feed, from good to bad. */
public enum HealthStatus {
  /** The change feed handles changes as they arrive. */
  UP,
  /**
   * The change feed runs, but has a problem: a batch has failed three times, or once for a reason
   * that is no item's fault (index, schema, throughput, access); the changes or leases cannot be
   * read; an index is being built; or a processor shows no sign of life.
   */
  DEGRADED,
  /** The change feed does not run, or restarting its processor did not help. */
  DOWN
}
