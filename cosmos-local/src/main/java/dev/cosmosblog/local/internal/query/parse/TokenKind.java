package dev.cosmosblog.local.internal.query.parse;

/** The kinds of tokens. */
enum TokenKind {
  WORD,
  NUMBER,
  STRING,
  PARAMETER,
  SYMBOL,
  END
}
