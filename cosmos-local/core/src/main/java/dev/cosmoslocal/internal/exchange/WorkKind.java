package dev.cosmoslocal.internal.exchange;

/** The kind of work that a request takes, which decides the thread that serves it. */
public enum WorkKind {
  /**
   * Quick work on the connection's event loop. If the request has a body, or turns out to take
   * long, it moves to another thread.
   */
  QUICK,
  /** Reads that usually take milliseconds, which long ones must not delay. */
  SHORT,
  /** Long reads that wait for nothing. */
  LONG,
  /** Work that may block: scripts, and writes that wait for a script, a file or a rebuild. */
  BLOCKING
}
