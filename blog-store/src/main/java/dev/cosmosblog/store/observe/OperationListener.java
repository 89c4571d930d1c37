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
     * Called before each request of the operation, including retries by the store. By default, the
     * request isn't observed.
     *
     * @param action what the request does, such as {@code create in posts}
     * @return the scope of the request, which ends on the same thread
     */
    default RequestScope request(String action) {
      return RequestScope.NONE;
    }

    /**
     * Called before the end of a command that wrote a post, a comment or a like. Not called if the
     * command was already done, or if its response doesn't tell the version that it wrote.
     *
     * @param item the item, in the version that the command wrote
     */
    default void wrote(ItemVersion item) {}

    /**
     * Called when the operation has ended.
     *
     * @param report the operation, its outcome and its cost
     */
    void end(OperationReport report);
  }

  /** The time from a request's begin to its response. */
  @FunctionalInterface
  interface RequestScope {
    /** The scope of a request that isn't observed. */
    RequestScope NONE = report -> {};

    /**
     * Called when the request has ended.
     *
     * @param report its response and cost
     */
    void end(RequestReport report);
  }
}
