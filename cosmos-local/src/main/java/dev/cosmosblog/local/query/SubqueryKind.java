package dev.cosmosblog.local.query;

/** What a subquery stands for. */
enum SubqueryKind {
  /** The value of its only row. */
  SCALAR,
  /** Whether it has a row. */
  EXISTS,
  /** An array of its rows. */
  ARRAY
}
