package dev.cosmosblog.maintenance.internal;

/** The outcome of an attempt at a conditional write. */
enum WriteAttempt {
  /** The write succeeded or wasn't needed. */
  DONE,
  /** The item was modified since it was read, and must be read again. */
  CONFLICT,
  /** Cosmos DB rejected the write: the item would exceed 2 MB, or its logical partition is full. */
  REFUSED
}
