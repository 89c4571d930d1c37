package dev.cosmosblog.local.internal.engine.query;

/** Signals that a query may take longer than the calling thread may. Nothing was done. */
public final class LongQueryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LongQueryException() {
    // It only moves the query to another thread.
    super("The query may take long.", null, false, false);
  }
}
