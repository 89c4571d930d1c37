package dev.cosmosblog.maintenance.internal;

/** How an attempt at a conditional write ended. */
enum WriteAttempt {
  /** The write succeeded, or none was needed. */
  DONE,
  /** The item was modified since it was read. Read it again. */
  CONFLICT,
  /** Cosmos DB refused the write: the item would exceed 2 MB, or its logical partition is full. */
  REFUSED
}
