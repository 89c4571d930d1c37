package dev.cosmosblog.local.query;

import java.util.Optional;

/** The operators between two operands. A greater precedence binds tighter. */
enum BinaryOperator {
  COALESCE("??", 1),
  OR("OR", 2),
  AND("AND", 3),
  EQUAL("=", 4),
  NOT_EQUAL("!=", 4),
  LESS("<", 5),
  LESS_OR_EQUAL("<=", 5),
  GREATER(">", 5),
  GREATER_OR_EQUAL(">=", 5),
  CONCAT("||", 6),
  BIT_OR("|", 7),
  BIT_XOR("^", 8),
  BIT_AND("&", 9),
  SHIFT_LEFT("<<", 10),
  SHIFT_RIGHT(">>", 10),
  SHIFT_RIGHT_UNSIGNED(">>>", 10),
  ADD("+", 11),
  SUBTRACT("-", 11),
  MULTIPLY("*", 12),
  DIVIDE("/", 12),
  MODULO("%", 12);

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
