package dev.cosmosblog.changefeed;

/**
 * A batch takes longer than its lease allows. What was done stays done, and the batch comes again
 * to go on from there.
 */
final class UnfinishedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnfinishedException(String what) {
    super(what, null, false, false);
  }
}
