package dev.cosmoslocal.internal.query.parse;

/** A range of a query's text, in UTF-16 characters: start inclusive, end exclusive. */
public record Span(int start, int end) {

  /** The span of syntax that no text contains. */
  public static final Span NONE = new Span(0, 0);

  public QueryException error(String code, String message) {
    return QueryException.at(start, end, code, message);
  }
}
