package dev.cosmosblog.changefeed.internal.handler;

/** Ends a batch early. The redelivered batch continues with the remaining changes. */
public final class BatchUnfinishedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BatchUnfinishedException(String reason) {
    super(reason, null, false, false);
  }
}
