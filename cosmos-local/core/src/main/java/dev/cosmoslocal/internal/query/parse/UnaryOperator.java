package dev.cosmoslocal.internal.query.parse;

/** The operators with one operand. */
public enum UnaryOperator {
  NOT("NOT "),
  MINUS("-"),
  PLUS("+"),
  COMPLEMENT("~");

  private final String symbol;

  UnaryOperator(String symbol) {
    this.symbol = symbol;
  }

  String symbol() {
    return symbol;
  }
}
