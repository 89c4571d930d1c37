package dev.cosmoslocal.internal.query.source;

/** The comparison of a {@link PathPredicate} between the value at its path and its own value. */
public enum Comparison {
  EQUAL,
  /** Equal to an element of the value, which is an array. */
  IN,
  /** Of the same type as the value, and less. */
  LESS,
  /** Of the same type as the value, and not greater. */
  LESS_OR_EQUAL,
  /** Of the same type as the value, and greater. */
  GREATER,
  /** Of the same type as the value, and not less. */
  GREATER_OR_EQUAL,
  /** A string that starts with the value, case-sensitive. */
  STARTS_WITH
}
