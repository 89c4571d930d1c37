package dev.cosmosblog.local.query;

/** The kinds of tokens. */
enum TokenKind {
  WORD,
  NUMBER,
  STRING,
  PARAMETER,
  SYMBOL,
  END
}
