package dev.cosmosblog.local;

/** What kind of thing goes wrong. */
public enum FaultKind {
  /** An answer that is an error, for a request that was not executed. */
  STATUS,
  /** A request that is executed later. */
  DELAY,
  /** An answer that comes later. */
  LATE_ANSWER,
  /** A connection that is cut before the request is executed. */
  CUT_BEFORE,
  /** A connection that is cut after the request was executed. */
  CUT_AFTER,
  /** Changes that are delivered again. */
  REDELIVERY,
  /** An item that somebody else changes, such as a lease. */
  ITEM_CHANGE,
  /** A clock that jumps. */
  CLOCK_JUMP
}
