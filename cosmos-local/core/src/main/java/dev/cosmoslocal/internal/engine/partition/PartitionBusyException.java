package dev.cosmoslocal.internal.engine.partition;

/**
 * Signals that a script, a split, a rebuild of indexes or a large write holds the partition, and
 * the writer may not wait. Nothing was done.
 */
public final class PartitionBusyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PartitionBusyException() {
    // It only moves the writer to a thread that may wait.
    super("The partition stayed locked too long.", null, false, false);
  }
}
