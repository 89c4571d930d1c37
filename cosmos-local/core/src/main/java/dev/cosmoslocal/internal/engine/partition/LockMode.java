package dev.cosmoslocal.internal.engine.partition;

/** The ways to lock a physical partition for a write. One writer at a time holds the lock. */
public enum LockMode {
  /**
   * Held for microseconds. Waits for other short holders, and fails with {@link
   * PartitionBusyException} while a long one holds the lock. For threads that serve many requests.
   */
  IMPATIENT,
  /** Held for microseconds. Waits for every other holder. */
  PATIENT,
  /**
   * Held for as long as a script may run, a partition is rebuilt, or many or large items are
   * written. Waits for every other holder.
   */
  LONG
}
