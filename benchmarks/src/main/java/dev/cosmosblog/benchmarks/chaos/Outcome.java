package dev.cosmosblog.benchmarks.chaos;

/** How a command ended for who gave it. */
enum Outcome {
  /** It returned. */
  DONE,
  /** It returned, and said that there was nothing left to do. */
  ALREADY_DONE,
  /** It was refused for a reason of the blog's: it did nothing. */
  REFUSED,
  /** It failed; whether it was done nobody told. */
  UNKNOWN;

  boolean acknowledged() {
    return this == DONE || this == ALREADY_DONE;
  }
}
