package dev.cosmoslocal.internal.query.parse;

import java.util.ArrayList;
import java.util.List;

/** Splits a query's text into tokens. */
final class Lexer {

  /** Longest first, so that the first match is the right one. */
  private static final List<String> SYMBOLS =
      List.of(
          ">>>", "<<", ">>", "<=", ">=", "<>", "!=", "||", "??", "=", "<", ">", "+", "-", "*", "/",
          "%", "&", "|", "^", "~", "?", ":", "(", ")", "[", "]", "{", "}", ",", ".");

  private final String text;
  private int at;

  Lexer(String text) {
    this.text = text;
  }

  List<Token> tokens() {
    List<Token> tokens = new ArrayList<>();
    skipBlanks();
    while (at < text.length()) {
      tokens.add(next());
      skipBlanks();
    }
    tokens.add(new Token(Token.TokenKind.END, "", text.length(), text.length()));
    return tokens;
  }

  private Token next() {
    char c = text.charAt(at);
    if (c == '"' || c == '\'') {
      return string(c);
    }
    if (isDigit(at) || (c == '.' && isDigit(at + 1))) {
      return number();
    }
    if (c == '@') {
      int start = at++;
      skipWord();
      return token(Token.TokenKind.PARAMETER, start);
    }
    if (Character.isUnicodeIdentifierStart(c) || c == '_' || c == '$') {
      int start = at;
      skipWord();
      return token(Token.TokenKind.WORD, start);
    }
    return symbol();
  }

  private Token symbol() {
    for (String symbol : SYMBOLS) {
      if (text.startsWith(symbol, at)) {
        at += symbol.length();
        return token(Token.TokenKind.SYMBOL, at - symbol.length());
      }
    }
    throw QueryException.at(
        at,
        at + 1,
        "SC1001",
        "Syntax error, incorrect syntax near '" + text.substring(at, at + 1) + "'.");
  }

  private Token number() {
    int start = at;
    if (text.startsWith("0x", at) || text.startsWith("0X", at)) {
      at += 2;
      while (at < text.length() && Character.digit(text.charAt(at), 16) >= 0) {
        at++;
      }
      return token(Token.TokenKind.NUMBER, start);
    }
    skipDigits();
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      skipDigits();
    }
    if (at < text.length() && (text.charAt(at) | 0x20) == 'e') {
      exponent();
    }
    return token(Token.TokenKind.NUMBER, start);
  }

  private void exponent() {
    int digits = at + 1;
    if (digits < text.length() && (text.charAt(digits) == '+' || text.charAt(digits) == '-')) {
      digits++;
    }
    if (isDigit(digits)) {
      at = digits;
      skipDigits();
    }
  }

  private Token string(char quote) {
    int start = at++;
    StringBuilder value = new StringBuilder();
    while (at < text.length() && text.charAt(at) != quote) {
      char c = text.charAt(at++);
      value.append(c == '\\' ? escape(start) : c);
    }
    if (at >= text.length()) {
      throw QueryException.at(
          start, text.length(), "SC1012", "Syntax error, invalid string literal token.");
    }
    at++;
    return new Token(Token.TokenKind.STRING, value.toString(), start, at);
  }

  private char escape(int start) {
    if (at < text.length()) {
      char c = text.charAt(at++);
      switch (c) {
        case '"', '\'', '\\', '/':
          return c;
        case 'b':
          return '\b';
        case 'f':
          return '\f';
        case 'n':
          return '\n';
        case 'r':
          return '\r';
        case 't':
          return '\t';
        case 'u':
          return unicode(start);
        default:
          break;
      }
    }
    throw QueryException.at(start, at, "SC1012", "Syntax error, invalid string literal token.");
  }

  private char unicode(int start) {
    if (at + 4 <= text.length() && text.substring(at, at + 4).matches("[0-9a-fA-F]{4}")) {
      at += 4;
      return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }
    throw QueryException.at(start, at, "SC1012", "Syntax error, invalid string literal token.");
  }

  private void skipBlanks() {
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at))) {
        at++;
      } else if (text.startsWith("--", at)) {
        int line = text.indexOf('\n', at);
        at = line < 0 ? text.length() : line;
      } else {
        return;
      }
    }
  }

  private void skipWord() {
    while (at < text.length()
        && (Character.isUnicodeIdentifierPart(text.charAt(at)) || text.charAt(at) == '$')) {
      at++;
    }
  }

  private void skipDigits() {
    while (isDigit(at)) {
      at++;
    }
  }

  private boolean isDigit(int index) {
    return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
  }

  private Token token(Token.TokenKind kind, int start) {
    return new Token(kind, text.substring(start, at), start, at);
  }
}
