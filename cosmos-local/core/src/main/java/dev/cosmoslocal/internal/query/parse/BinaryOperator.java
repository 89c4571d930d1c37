package dev.cosmoslocal.internal.query.parse;

import java.util.Optional;

/**
 * The operators with two operands. A higher precedence binds tighter. The precedences follow the
 * grammar of the service's .NET SDK (sql.g4), where {@code ||} binds looser than comparisons. The
 * bitwise operators bind tighter than comparisons, as Microsoft's sample {@code c.grade ^ 4 = 1}
 * needs it.
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
  CONCAT("||", 8),
  BIT_OR("|", 11),
  BIT_XOR("^", 12),
  BIT_AND("&", 13),
  SHIFT_LEFT("<<", 14),
  SHIFT_RIGHT(">>", 14),
  SHIFT_RIGHT_UNSIGNED(">>>", 14),
  ADD("+", 15),
  SUBTRACT("-", 15),
  MULTIPLY("*", 16),
  DIVIDE("/", 16),
  MODULO("%", 16);

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
