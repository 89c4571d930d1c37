package dev.cosmosblog.local.internal.query.parse;

/** What a subquery stands for. */
public enum SubqueryKind {
  /** The value of its only row. */
  SCALAR,
  /** Whether it has a row. */
  EXISTS,
  /** An array of its rows. */
  ARRAY
}
