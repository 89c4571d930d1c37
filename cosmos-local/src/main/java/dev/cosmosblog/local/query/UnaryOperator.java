package dev.cosmosblog.local.query;

/** The operators before an operand. */
enum UnaryOperator {
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
