package dev.cosmosblog.examples.verify;

/** What to do about findings. */
enum RunKind {
  VERIFY,
  DRY_RUN,
  REPAIR
}
