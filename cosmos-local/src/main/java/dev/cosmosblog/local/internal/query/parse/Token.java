package dev.cosmosblog.local.internal.query.parse;

/**
 * A token.
 *
 * @param text as it stands in the query; for a string its value without quotes
 * @param start where it begins, in chars
 * @param end where it ends, exclusive
 */
record Token(TokenKind kind, String text, int start, int end) {

  boolean isWord(String keyword) {
    return kind == TokenKind.WORD && text.equalsIgnoreCase(keyword);
  }

  boolean isSymbol(String symbol) {
    return kind == TokenKind.SYMBOL && text.equals(symbol);
  }

  Span span() {
    return new Span(start, end);
  }
}
