package dev.cosmosblog.store.observe;

/**
 * Called after each operation, or around it, on the calling thread. An exception that a listener
 * throws is logged and otherwise ignored.
 *
 * <p>A lambda receives the reports. A listener that also overrides {@link #begin} wraps the
 * operation: a span that it makes current there is the parent of the spans that the SDK creates for
 * the operation's requests.
 */
@FunctionalInterface
public interface OperationListener {
  /**
   * Receives the report of an operation that ended.
   *
   * @param report the operation, its outcome and its cost
   */
  void onOperation(OperationReport report);

  /**
   * Called before an operation sends its first request. By default it does nothing, and the
   * operation's end calls {@link #onOperation}.
   *
   * @param operation the operation that begins
   * @return the scope of this one operation; of several listeners' scopes the last one begun ends
   *     first
   */
  default Scope begin(BlogOperation operation) {
    return this::onOperation;
  }

  /** The time from an operation's begin to its end, on one thread. */
  @FunctionalInterface
  interface Scope {
    /**
     * Called when the operation has ended.
     *
     * @param report the operation, its outcome and its cost
     */
    void end(OperationReport report);
  }
}
