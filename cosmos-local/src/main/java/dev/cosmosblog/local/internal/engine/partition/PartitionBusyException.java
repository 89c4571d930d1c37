package dev.cosmosblog.local.internal.engine.partition;

/**
 * A script, a split or a new index has the partition, and the writer may not wait. Nothing was
 * done.
 */
public final class PartitionBusyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PartitionBusyException() {
    // It only sends the writer to where it may wait.
    super("The partition is taken for long.", null, false, false);
  }
}
