package dev.cosmosblog.store.observe;

/** The outcome of an operation. */
public enum OperationOutcome {
  /** The operation succeeded. */
  DONE,
  /** An earlier operation had already done the work; no write was needed. */
  ALREADY_DONE,
  /**
   * The operation was rejected because of its input or the state of the blog, such as a missing
   * post. It had no effect.
   */
  REJECTED,
  /** Cosmos DB failed or couldn't be reached. */
  FAILED
}
