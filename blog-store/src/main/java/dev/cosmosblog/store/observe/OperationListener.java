package dev.cosmosblog.store.observe;

/** Hears of each operation when it has ended, on the thread that asked for it. */
@FunctionalInterface
public interface OperationListener {
  /**
   * An operation ended. What this method throws is logged and otherwise ignored.
   *
   * @param report what it took
   */
  void onOperation(OperationReport report);
}
