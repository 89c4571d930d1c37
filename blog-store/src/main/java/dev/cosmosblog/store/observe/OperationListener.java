package dev.cosmosblog.store.observe;

/** Called after each operation, on the calling thread. */
@FunctionalInterface
public interface OperationListener {
  /**
   * Receives the report of an operation that ended; an exception is logged and otherwise ignored.
   *
   * @param report the operation, its outcome and its cost
   */
  void onOperation(OperationReport report);
}
