package dev.cosmosblog.store.observe;

/** Why a blog sends requests: what its RU are spent on. */
public enum RequestCause {
  /** Commands of the application. */
  COMMANDS,
  /** Queries of the application. */
  QUERIES,
  /** The change feed's updates of copies, and scheduled posts. */
  COPIES,
  /** The change feed's watchdogs and checks, verification, repair and rebuild. */
  MAINTENANCE,
  /** The change feed's reads of changes, and the reads that measure its lag. */
  POLLS,
  /** The change feed's leases, checkpoints and dead letters. */
  LEASES
}
