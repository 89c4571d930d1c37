package dev.cosmoslocal.internal.query.parse;

/**
 * A token of a query's text.
 *
 * @param text the token as written; for a string, its value without quotes and escapes
 * @param start the position of its first character
 * @param end the position after its last character
 */
record Token(TokenKind kind, String text, int start, int end) {

  enum TokenKind {
    WORD,
    NUMBER,
    STRING,
    PARAMETER,
    SYMBOL,
    END
  }

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
