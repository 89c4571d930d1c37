package dev.cosmosblog.local.internal.query.eval;

/** The memory that parts of a query's rows take, in bytes, about. */
public final class Sizes {
  /** An element of an array. */
  public static final int REFERENCE = 8;

  /** A property, or an entry of a set or a map. */
  public static final int ENTRY = 72;

  /** An object or an array without its elements, or a row in a list of rows. */
  public static final int OBJECT = 120;

  private Sizes() {}
}
