package dev.cosmosblog.changefeed;

/** How a change feed fares, from good to bad. */
public enum HealthStatus {
  /** It handles what comes. */
  UP,
  /**
   * It runs, but is held up: a batch fails again and again, or a processor gives no sign of life.
   */
  DEGRADED,
  /** It handles nothing: it is not running, or its restarts did not help. */
  DOWN
}
