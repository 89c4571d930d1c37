package dev.cosmoslocal.internal.engine.partition;

/**
 * Signals that a script, a split, a rebuild of indexes or a large write holds the partition, or a
 * restore the account, and the request may not wait. Nothing was done.
 */
public final class PartitionBusyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public PartitionBusyException() {
    // It only moves the request to a thread that may wait.
    super("The partition or the account stayed locked too long.", null, false, false);
  }
}
