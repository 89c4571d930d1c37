package dev.cosmosblog.local.internal.query.parse;

/**
 * One input of a FROM clause.
 *
 * @param alias the name that it binds
 * @param aliased whether the alias was written, or is the collection's own last name
 * @param source where its values come from
 * @param iterated whether it binds each element of the source, an array, or the source itself
 */
public record Input(String alias, boolean aliased, Source source, boolean iterated) {

  /** Where the values of an input come from. */
  sealed interface Source {}

  /** A path: an alias bound before, or the container, then names and positions. */
  public record Path(Expression expression) implements Source {}

  /** The rows of a query. */
  public record Rows(Select select) implements Source {}
}
