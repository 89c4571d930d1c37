package dev.cosmosblog.store.observe;

/**
 * Receives a report after each operation, on the calling thread. An exception that a listener
 * throws is logged and otherwise ignored.
 *
 * <p>A listener that overrides {@link #begin} also observes the start of operations. If it makes a
 * span current there, this span is the parent of the SDK's spans for the operation's requests.
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
   * Called before an operation sends its first request. The default scope calls {@link
   * #onOperation} at the end.
   *
   * @param operation the operation that begins
   * @return the scope of this operation; scopes of several listeners end in reverse order
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
