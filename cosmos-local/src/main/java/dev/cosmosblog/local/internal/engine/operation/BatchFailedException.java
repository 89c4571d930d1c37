package dev.cosmosblog.local.internal.engine.operation;

/** Leaves a transaction without effect and carries what its caller is to be told. */
public final class BatchFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient BatchResult result;

  BatchFailedException(BatchResult result) {
    super(null, null, false, false);
    this.result = result;
  }

  public BatchResult result() {
    return result;
  }
}
