package dev.cosmosblog.local.internal.http.exchange;

/** Whom a request may hold up, which says where it is served. */
public enum WorkKind {
  /**
   * Nobody: on the connection's event loop, from where what turns out to take long is sent to
   * another thread.
   */
  QUICK,
  /** It reads much, and waits for nobody. */
  LONG,
  /** It is a script, or may wait for one, a file, or a partition that is rebuilt. */
  WAITING
}
