package dev.cosmosblog.local.internal.query.parse;

/** A place in a query's text: start inclusive, end exclusive, in chars. */
public record Span(int start, int end) {

  public QueryException error(String code, String message) {
    return QueryException.at(start, end, code, message);
  }
}
