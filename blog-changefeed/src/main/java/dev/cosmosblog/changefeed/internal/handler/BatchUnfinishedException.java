package dev.cosmosblog.changefeed.internal.handler;

/**
 * Ends a batch before it is done, for example because it takes longer than its lease allows. What
 * was written stays written; the batch is delivered again and continues from there.
 */
public final class BatchUnfinishedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BatchUnfinishedException(String reason) {
    super(reason, null, false, false);
  }
}
