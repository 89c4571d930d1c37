package dev.cosmosblog.changefeed.internal.handler;

/** Ends a batch early; it is delivered again and continues after what was written. */
public final class BatchUnfinishedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BatchUnfinishedException(String reason) {
    super(reason, null, false, false);
  }
}
