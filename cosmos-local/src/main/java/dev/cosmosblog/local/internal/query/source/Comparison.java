package dev.cosmosblog.local.internal.query.source;

/** How a {@link PathPredicate} compares what stands at its path with its value. */
public enum Comparison {
  /** The same value. */
  EQUAL,
  /** One of the elements of the value, which is an array. */
  IN,
  /** Of the value's type, and less. */
  LESS,
  /** Of the value's type, and not greater. */
  LESS_OR_EQUAL,
  /** Of the value's type, and greater. */
  GREATER,
  /** Of the value's type, and not less. */
  GREATER_OR_EQUAL,
  /** A string that begins with the value, case counting. */
  STARTS_WITH
}
