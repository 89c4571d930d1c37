package dev.cosmoslocal;

/** The kinds of faults. */
public enum FaultKind {
  /** An error response instead of executing the request. */
  STATUS,
  /** A delayed execution. */
  DELAY,
  /** A delayed response. */
  LATE_RESPONSE,
  /** A connection that closes before the request is executed. */
  CUT_BEFORE,
  /** A connection that closes after the request was executed. */
  CUT_AFTER,
  /** Changes that are redelivered. */
  REDELIVERY,
  /** An item that another client changes, such as a lease. */
  ITEM_CHANGE,
  /** A clock that jumps. */
  CLOCK_JUMP
}
