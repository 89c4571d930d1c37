package dev.cosmosblog.store.observe;

/** How an operation ended. */
public enum OperationOutcome {
  /** It did, or found, what was asked. */
  DONE,
  /** What was asked had been done before; nothing was written. */
  ALREADY_DONE,
  /**
   * It was refused: invalid input, or a fact of the blog such as a missing post. Nothing was
   * written.
   */
  REJECTED,
  /** Cosmos DB, or the way to it, failed. */
  FAILED
}
