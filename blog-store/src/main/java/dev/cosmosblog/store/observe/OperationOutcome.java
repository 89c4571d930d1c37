package dev.cosmosblog.store.observe;

/** The outcome of an operation. */
public enum OperationOutcome {
  /** The operation was done. */
  DONE,
  /** An earlier operation had already done it; nothing was written. */
  ALREADY_DONE,
  /** The input or a fact of the blog, such as a missing post, forbids it; nothing was written. */
  REJECTED,
  /** Cosmos DB, or the way to it, failed. */
  FAILED
}
