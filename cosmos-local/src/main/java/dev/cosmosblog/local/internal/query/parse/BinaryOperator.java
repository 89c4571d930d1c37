package dev.cosmosblog.local.internal.query.parse;

import java.util.Optional;

/**
 * The operators with two operands. A higher precedence binds tighter. The precedences follow the
 * grammar of the service's .NET SDK (sql.g4), where {@code ||} and the bitwise operators bind
 * looser than comparisons.
 */
public enum BinaryOperator {
  COALESCE("??", 1),
  OR("OR", 2),
  AND("AND", 3),
  EQUAL("=", 9),
  NOT_EQUAL("!=", 9),
  LESS("<", 10),
  LESS_OR_EQUAL("<=", 10),
  GREATER(">", 10),
  GREATER_OR_EQUAL(">=", 10),
  CONCAT("||", 5),
  BIT_OR("|", 6),
  BIT_XOR("^", 7),
  BIT_AND("&", 8),
  SHIFT_LEFT("<<", 11),
  SHIFT_RIGHT(">>", 11),
  SHIFT_RIGHT_UNSIGNED(">>>", 11),
  ADD("+", 12),
  SUBTRACT("-", 12),
  MULTIPLY("*", 13),
  DIVIDE("/", 13),
  MODULO("%", 13);

  /** The precedence of IN, BETWEEN and LIKE. Only AND, OR and {@code ??} bind looser. */
  static final int RANGE = 4;

  private final String symbol;
  private final int precedence;

  BinaryOperator(String symbol, int precedence) {
    this.symbol = symbol;
    this.precedence = precedence;
  }

  String symbol() {
    return symbol;
  }

  int precedence() {
    return precedence;
  }

  static Optional<BinaryOperator> of(Token token) {
    if (token.isSymbol("<>")) {
      return Optional.of(NOT_EQUAL);
    }
    for (BinaryOperator operator : values()) {
      if (token.isSymbol(operator.symbol) || token.isWord(operator.symbol)) {
        return Optional.of(operator);
      }
    }
    return Optional.empty();
  }
}
