package dev.cosmosblog.local.query;

/** A place in a query's text: start inclusive, end exclusive, in chars. */
record Span(int start, int end) {

  QueryException error(String code, String message) {
    return QueryException.at(start, end, code, message);
  }
}
