package dev.cosmosblog.local.internal.engine.partition;

/** How a writer takes a physical partition, which one writer has at a time. */
public enum LockMode {
  /**
   * For microseconds; waits for others that are as short, and is refused with {@link
   * PartitionBusyException} while a long one has the partition. For threads on which more depends
   * than one request.
   */
  IMPATIENT,
  /** For microseconds; waits for everybody. */
  PATIENT,
  /** For as long as a script may run, or a partition is rebuilt; waits for everybody. */
  LONG
}
