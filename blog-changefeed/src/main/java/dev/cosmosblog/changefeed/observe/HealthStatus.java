package dev.cosmosblog.changefeed.observe;

/** The health of a change feed, from good to bad. */
public enum HealthStatus {
  /** The change feed handles changes as they arrive. */
  UP,
  /** The change feed runs, but a batch keeps failing or a processor shows no sign of life. */
  DEGRADED,
  /** The change feed does not run, or restarting its processor did not help. */
  DOWN
}
