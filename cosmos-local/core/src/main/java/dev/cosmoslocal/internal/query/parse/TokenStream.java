package dev.cosmoslocal.internal.query.parse;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A cursor over the tokens of a query. */
final class TokenStream {

  private static final Set<String> RESERVED =
      Set.of(
          "SELECT",
          "FROM",
          "WHERE",
          "AND",
          "OR",
          "NOT",
          "IN",
          "BETWEEN",
          "LIKE",
          "AS",
          "JOIN",
          "ORDER",
          "BY",
          "GROUP",
          "ASC",
          "DESC",
          "TOP",
          "DISTINCT",
          "VALUE",
          "EXISTS",
          "ESCAPE",
          "OFFSET",
          "LIMIT");

  private final List<Token> tokens;
  private int at;

  TokenStream(List<Token> tokens) {
    this.tokens = tokens;
  }

  Token peek() {
    return tokens.get(at);
  }

  Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  Token next() {
    Token token = tokens.get(at);
    if (token.kind() != Token.TokenKind.END) {
      at++;
    }
    return token;
  }

  boolean takeWord(String keyword) {
    boolean found = peek().isWord(keyword);
    if (found) {
      at++;
    }
    return found;
  }

  boolean takeSymbol(String symbol) {
    boolean found = peek().isSymbol(symbol);
    if (found) {
      at++;
    }
    return found;
  }

  void expectWord(String keyword) {
    if (!takeWord(keyword)) {
      throw unexpected();
    }
  }

  Token expectSymbol(String symbol) {
    if (!peek().isSymbol(symbol)) {
      throw unexpected();
    }
    return next();
  }

  /** Takes an identifier: a word that is not a keyword. */
  Token expectName() {
    if (!atName()) {
      throw unexpected();
    }
    return next();
  }

  boolean atName() {
    Token token = peek();
    return token.kind() == Token.TokenKind.WORD && !isReserved(token.text());
  }

  static boolean isReserved(String word) {
    return RESERVED.contains(word.toUpperCase(Locale.ROOT));
  }

  /** The service's error for a token that is not valid in its place. */
  QueryException unexpected() {
    Token token = peek();
    String message =
        token.kind() == Token.TokenKind.END
            ? "Syntax error, unexpected end of the query."
            : "Syntax error, incorrect syntax near '" + token.text() + "'.";
    return token.span().error("SC1001", message);
  }
}
