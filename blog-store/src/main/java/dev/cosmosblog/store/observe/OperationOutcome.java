package dev.cosmosblog.store.observe;

/** The outcome of an operation. */
public enum OperationOutcome {
  /** The operation was done. */
  DONE,
  /** An earlier operation had already done it; nothing was written. */
  ALREADY_DONE,
  /**
   * The input is invalid, or a fact of the blog forbids it, such as a missing post. Nothing was
   * written.
   */
  REJECTED,
  /** Cosmos DB, or the way to it, failed. */
  FAILED
}
